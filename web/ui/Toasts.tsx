import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
import classes from './Toasts.module.css'

/**
 * One toast at a time, in the header above the content. A phone's header has no space, so there it is at the bottom.
 */
export const Toasts = () => (
  <Notifications position="top-center" limit={1} classNames={{ root: classes.toasts ?? '' }} />
)
