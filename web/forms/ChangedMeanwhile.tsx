import { IconAlertTriangle, IconArrowRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../ui/Icon.tsx'
import classes from './ChangedMeanwhile.module.css'

export interface Change {
  title: string
  /** Absent when a single word describes the change better than both values. */
  before?: string
  after: string
}

/** Compares a record as it was when editing began with the version that another user saved since. */
export function ChangedMeanwhile({ sentence, changes }: { sentence: string; changes: readonly Change[] }) {
  const { t } = useTranslation()
  return (
    <div className={classes.meanwhile} role="alert">
      <strong>
        <Icon of={IconAlertTriangle} size={16} />
        {sentence}
      </strong>
      {changes.length > 0 && (
        <dl>
          {changes
            .filter(({ before, after }) => before !== after)
            .map(({ title, before, after }) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>
                  {before !== undefined && (
                    <>
                      <del>{before}</del> <Icon of={IconArrowRight} size={14} />
                    </>
                  )}
                  {after}
                </dd>
              </div>
            ))}
        </dl>
      )}
      <p>{t('form.changedHint')}</p>
    </div>
  )
}
