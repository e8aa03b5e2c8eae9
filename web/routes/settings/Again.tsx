import { Button } from '@mantine/core'

/** Sends once more what one line is about; `label` says which. */
export function Again({
  words,
  label,
  pending,
  onClick,
}: {
  words: string
  label: string
  pending: boolean
  onClick: () => void
}) {
  return (
    <Button variant="default" size="xs" ml="sm" disabled={pending} aria-label={label} onClick={onClick}>
      {words}
    </Button>
  )
}
