import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
import classes from './Toasts.module.css'
import { usePhone } from './usePhone.ts'

/**
 * Over the middle of the header: what one reads and does on a page or in a dialog is below it or beside it. A phone's header
 * leaves no room beside it, so there they stand below it.
 */
export function Toasts() {
  const phone = usePhone()
  return (
    <Notifications
      position="top-center"
      limit={phone ? 1 : 3}
      containerWidth={400}
      classNames={{ root: classes.toasts ?? '' }}
    />
  )
}
