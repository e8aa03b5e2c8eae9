import { Button } from '@mantine/core'
import { IconPin, IconPinFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { usePins } from '../api/pins.ts'
import { Icon } from '../ui/Icon.tsx'

export function PinButton({ trip }: { trip: Trip }) {
  const { t } = useTranslation()
  const { isPinned, toggle } = usePins()
  const pinned = isPinned(trip.id)
  return (
    <Button
      variant="default"
      aria-pressed={pinned}
      leftSection={<Icon of={pinned ? IconPinFilled : IconPin} size={16} />}
      onClick={() => toggle(trip)}
    >
      {t(pinned ? 'trip.pinnedShort' : 'trip.pinShort')}
    </Button>
  )
}
