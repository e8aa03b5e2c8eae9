import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
import classes from './Toasts.module.css'

/**
 * One at a time, in the header: what one reads and does on a page or in a dialog is below it. A phone's header leaves no room,
 * so there it stands below.
 */
export const Toasts = () => (
  <Notifications position="top-center" limit={1} classNames={{ root: classes.toasts ?? '' }} />
)
