import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RuleForm } from '#contract/wire/rule.ts'
import { PREVIEW_DAYS, previewQuery } from '../api/rules.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Waiting } from '../ui/Waiting.tsx'
import { previewSentence } from './previewSentence.ts'
import classes from './Rules.module.css'

/** Time without changes before the preview is requested, ms. */
const SETTLED_MS = 800
const SHOWN = 8

/** Alerts that the rule in the form would have raised lately. */
export function PreviewPanel({ form }: { form: RuleForm | null }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const [settled] = useDebouncedValue(form && JSON.stringify(form), SETTLED_MS)
  const [isWhole, setWhole] = useState(false)
  const preview = useQuery(previewQuery(settled))
  const days = { count: PREVIEW_DAYS }
  const { data } = preview
  return (
    <Panel title={t('rules.preview')} note={t('rules.previewNote', days)} flush>
      {!settled ? (
        <p className={classes.previewText}>{t('rules.previewIncomplete')}</p>
      ) : preview.error && !data ? (
        <LoadFailed sentence={t('rules.previewFailed')} error={preview.error} onRetry={preview.refetch} />
      ) : !data ? (
        <Waiting />
      ) : (
        <div data-stale={preview.isPlaceholderData || undefined} className={classes.preview}>
          <p className={classes.previewText} role="status">
            {previewSentence(data, t, formats)}
          </p>
          {data.data.length > 0 && (
            <ul className={classes.list}>
              {(isWhole ? data.data : data.data.slice(0, SHOWN)).map(
                ({ vessel, trigger_time, instance, text }) => (
                  <li key={`${vessel.id} ${trigger_time} ${instance}`}>
                    <Link to="/vessels/$vesselId" params={{ vesselId: vessel.id }}>
                      {vessel.name}
                    </Link>
                    <span>{text}</span>
                    <span>{formats.dateTimeSeconds(Date.parse(trigger_time))}</span>
                  </li>
                ),
              )}
            </ul>
          )}
          {!isWhole && data.data.length > SHOWN && (
            <div className={classes.previewText}>
              <Button size="xs" variant="default" onClick={() => setWhole(true)}>
                {t('rules.previewAll')}
              </Button>
            </div>
          )}
        </div>
      )}
    </Panel>
  )
}
