import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import classes from '../../../devices/devices.module.css'
import { Icon } from '../../../ui/Icon.tsx'

/** Leads back to the first step of a dialog. */
export function BackButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button
      variant="subtle"
      className={classes.back ?? ''}
      leftSection={<Icon of={IconArrowLeft} size={16} />}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}
