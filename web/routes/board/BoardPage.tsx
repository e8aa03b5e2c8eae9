import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { boardQuery, writeWatchNote } from '../../api/board.ts'
import { useDepartmentChoice } from '../../api/departmentChoice.ts'
import { acknowledgeAlert } from '../../api/helm.ts'
import { useFirstFailure } from '../../api/useFirstFailure.ts'
import { usePermission } from '../../api/user.ts'
import { Icon } from '../../ui/Icon.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { NoAccess } from '../../ui/NoAccess.tsx'
import notice from '../../ui/Notice.module.css'
import { Waiting } from '../../ui/Waiting.tsx'
import classes from './Board.module.css'
import { ActsContext, type BoardActs } from './boardActs.ts'
import { WatchBoard } from './WatchBoard.tsx'

export function BoardPage() {
  const mayVessels = usePermission('department:vessel-view')
  const mayTrips = usePermission('department:trip-view')
  const mayAlerts = usePermission('department:alert-view')
  return mayVessels && mayTrips && mayAlerts ? (
    <ConsoleBoard />
  ) : (
    <div className={notice.page}>
      <NoAccess />
    </div>
  )
}

/** The watch board of the chosen department, in the console. */
function ConsoleBoard() {
  const { t } = useTranslation()
  const chosen = useDepartmentChoice()
  const mayAct = usePermission('vessel:alert-acknowledge')
  const board = useQuery(boardQuery(chosen))
  const { data, dataUpdatedAt, refetch } = board
  const failure = useFirstFailure(board)
  const acts = useMemo(
    (): BoardActs => ({
      mayAct,
      isConsole: true,
      async acknowledge(ids) {
        for (const id of ids) await acknowledgeAlert(id)
        return true
      },
      async writeNote(departmentId, text) {
        await writeWatchNote({ department_id: departmentId, text })
        return true
      },
    }),
    [mayAct],
  )
  if (!data)
    return failure ? (
      <div className={notice.page}>
        <LoadFailed sentence={t('board.failed')} error={failure} onRetry={refetch} />
      </div>
    ) : (
      <Waiting />
    )
  return (
    <ActsContext value={acts}>
      <WatchBoard
        board={data}
        updatedMs={dataUpdatedAt}
        begin={
          <Link to="/map" className={classes.button} aria-label={t('common.goBack')}>
            <Icon of={IconArrowLeft} size={24} />
          </Link>
        }
      />
    </ActsContext>
  )
}
