import { Drawer } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'

/** The sidebar of a phone: over the page, and gone once it has led somewhere. */
export function SidebarSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size="18rem"
      withCloseButton={false}
      title={null}
      padding={0}
      aria-label={t('nav.label')}
      classNames={{ content: classes.sheet, body: classes.sheetBody }}
    >
      <Sidebar open />
    </Drawer>
  )
}
