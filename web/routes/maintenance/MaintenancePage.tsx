import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/user.ts'
import { TaskList } from '../../maintenance/TaskList.tsx'
import { NoAccess } from '../../ui/NoAccess.tsx'

/** Work that is due on the fleet, the most urgent first. */
export function MaintenancePage() {
  const { t } = useTranslation()
  return usePermission('vessel:maintenance-view') ? <TaskList title={t('nav.maintenance')} /> : <NoAccess />
}
