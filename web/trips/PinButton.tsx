import { Button } from '@mantine/core'
import { IconPin, IconPinFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { usePins } from '../api/pins.ts'
import { useActionsHere } from '../keys/actionsHere.ts'
import { Icon } from '../ui/Icon.tsx'

/** Button that keeps a trip at hand; the palette and a key do the same. */
export function PinButton({ trip }: { trip: Trip }) {
  const { t } = useTranslation()
  const { isPinned, toggle } = usePins()
  const pinned = isPinned(trip.id)
  useActionsHere('trip', [
    {
      ...{ id: 'pin', label: t(pinned ? 'trip.unpin' : 'trip.pin'), icon: IconPin, key: 'P' },
      run: () => toggle(trip),
    },
  ])
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
