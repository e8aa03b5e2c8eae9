import { Drawer } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'

/** Sidebar of a phone: it covers the page and closes after navigation. */
export function SidebarSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Drawer.Root opened={opened} onClose={onClose} size="18rem" classNames={{ content: classes.sheet ?? '' }}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={t('nav.label')}>
        <Drawer.Body p={0} className={classes.sheetBody}>
          <Sidebar open />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
