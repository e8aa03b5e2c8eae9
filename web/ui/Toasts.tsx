import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
import classes from './Toasts.module.css'
import { usePhone } from './usePhone.ts'

/** On a phone they stand under the header: what one may do with a page or a dialog is at its foot. */
export function Toasts() {
  const phone = usePhone()
  return (
    <Notifications
      position={phone ? 'top-center' : 'bottom-right'}
      limit={4}
      classNames={{ root: classes.toasts ?? '' }}
    />
  )
}
