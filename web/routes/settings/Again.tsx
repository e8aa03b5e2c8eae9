import { Button } from '@mantine/core'
import { IconRefresh, type TablerIcon } from '@tabler/icons-react'
import { IconButton } from '../../ui/IconButton.tsx'
import { usePhone } from '../../ui/usePhone.ts'

/** Button that sends the subject of a row again; `label` names the subject. A phone shows only the icon. */
export function Again({
  icon = IconRefresh,
  words,
  label,
  pending,
  onClick,
}: {
  icon?: TablerIcon
  words: string
  label: string
  pending: boolean
  onClick: () => void
}) {
  const phone = usePhone()
  return phone ? (
    <IconButton icon={icon} label={label} size={44} variant="subtle" disabled={pending} onClick={onClick} />
  ) : (
    <Button variant="default" size="xs" ml="sm" disabled={pending} aria-label={label} onClick={onClick}>
      {words}
    </Button>
  )
}
