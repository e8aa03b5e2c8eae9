import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { Icon } from './Icon.tsx'

export type ToastKind = 'success' | 'failure' | 'info'

export const ToastIcon = ({ kind }: { kind: ToastKind }) => <Icon of={icons[kind]} />

const icons = { success: IconCircleCheck, failure: IconAlertTriangle, info: IconInfoCircle }
