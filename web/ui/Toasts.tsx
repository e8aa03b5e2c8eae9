import { Notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import '@mantine/notifications/styles.layer.css'
import { Icon } from './Icon.tsx'
import type { Kind } from './toast.ts'

export function Toasts() {
  return <Notifications position="bottom-right" limit={4} />
}

export const ToastIcon = ({ kind }: { kind: Kind }) => <Icon of={icons[kind]} />

const icons = { success: IconCircleCheck, failure: IconAlertTriangle, info: IconInfoCircle }
