import { useMediaQuery } from '@mantine/hooks'
import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
import classes from './Toasts.module.css'

/** On a phone they stand under the header: what one may do with a page or a dialog is at its foot. */
export function Toasts() {
  const phone = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  return (
    <Notifications
      position={phone ? 'top-center' : 'bottom-right'}
      limit={4}
      classNames={{ root: classes.toasts ?? '' }}
    />
  )
}
