import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'

export type ToastKind = 'success' | 'failure' | 'info'

export function ToastIcon({ kind }: { kind: ToastKind }) {
  const Shape = icons[kind]
  return <Shape size={18} stroke={1.75} aria-hidden="true" />
}

const icons = { success: IconCircleCheck, failure: IconAlertTriangle, info: IconInfoCircle }
