import { Progress } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../api/user.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { NoAccess } from '../ui/NoAccess.tsx'
import classes from './DownloadForm.module.css'
import type { useDownload } from './useDownload.ts'

interface Props {
  vesselId: string
  download: Pick<ReturnType<typeof useDownload>, 'pending' | 'failed' | 'progress'>
  /** True while the choices do not make a valid request. */
  idle?: boolean
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** Frame around the choices of a download; locks the choices and the dialog while the file is being sent. */
export function DownloadForm({ vesselId, download, idle = false, onSubmit, onClose, children }: Props) {
  const { t } = useTranslation()
  const noticeId = useId()
  const allowed = usePermission('vessel:trip-view', vesselId)
  const { pending, failed, progress } = download
  if (!allowed) {
    return (
      <FormDialog title={t('download.title')} onClose={onClose}>
        <NoAccess />
      </FormDialog>
    )
  }
  return (
    <FormDialog
      title={t('download.title')}
      submit={t('download.submit')}
      pending={pending}
      idle={idle}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <fieldset className={classes.fields} disabled={pending} aria-describedby={noticeId}>
        {children}
      </fieldset>
      <p className={classes.about}>
        {t('exports.more')}{' '}
        <Link to="/exports/new" search={{ vessel: vesselId }}>
          {t('exports.moreLink')}
        </Link>
      </p>
      <div id={noticeId} className={classes.notice} role="status">
        {pending && (
          <>
            {t('download.running')}
            <Progress value={100 * progress} size={4} aria-label={t('download.progress')} />
          </>
        )}
        {failed && !pending && <span className={classes.failed}>{t('download.failed')}</span>}
      </div>
    </FormDialog>
  )
}
