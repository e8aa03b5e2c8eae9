import { Anchor, Code, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HOUR_S } from '#contract/domain/time.ts'
import { PUBLIC_API } from '#contract/wire/endpoint.ts'
import { apiUsageQuery } from '../../api/apiKeys.ts'
import { useUser } from '../../api/user.ts'
import { fromAnywhere, here } from '../../base.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { mailTo } from '../../ui/mailTo.ts'
import { Panel } from '../../ui/Panel.tsx'
import classes from './ApiKeysPage.module.css'

/** Quota, usage and prices of the organization's API keys, with links to the reference for programs. */
export function ApiUsage() {
  return (
    <div className={classes.panels}>
      <Usage />
      <Pricing />
      <Documentation />
    </div>
  )
}

function Usage() {
  const { t } = useTranslation()
  const formats = useFormats()
  const usage = useQuery(apiUsageQuery)
  const { data, error, refetch } = usage
  return (
    <Panel title={t('apiKeys.usage')} note={t('apiKeys.usageHint')}>
      {data ? (
        <>
          <p className={classes.credits}>
            <strong>{formats.number(data.remaining_credits)}</strong> / {formats.number(data.max_credits)}
          </p>
          <div
            role="progressbar"
            aria-label={t('apiKeys.remaining')}
            aria-valuemin={0}
            aria-valuemax={data.max_credits}
            aria-valuenow={data.remaining_credits}
            className={classes.bar}
          >
            <div style={{ width: `${share(data)}%` }} />
          </div>
          <p className={classes.hint}>
            <ResetsIn until={data.resets_at} onOver={refetch} />
          </p>
        </>
      ) : error ? (
        <LoadFailed sentence={t('apiKeys.usageFailed')} error={error} onRetry={refetch} />
      ) : (
        <Skeleton height={64} />
      )}
    </Panel>
  )
}

const share = ({ max_credits, remaining_credits }: { max_credits: number; remaining_credits: number }) =>
  max_credits === 0 ? 0 : (100 * remaining_credits) / max_credits

/** Counts down each second to midnight GMT, then reads the usage again. */
function ResetsIn({ until, onOver }: { until: string; onOver: () => unknown }) {
  const { t } = useTranslation()
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const leftS = Math.max(0, Math.ceil((Date.parse(until) - nowMs) / 1000))
  const isOver = leftS === 0
  useEffect(() => {
    if (isOver) void onOver()
  }, [isOver, onOver])
  const parts = [leftS / HOUR_S, (leftS / 60) % 60, leftS % 60]
  const time = parts.map((part) => String(Math.floor(part)).padStart(2, '0')).join(':')
  return t('apiKeys.resetsIn', { time })
}

const PRICES = ['fetch', 'mutation', 'deletion', 'raw', 'file'] as const

function Pricing() {
  const { t } = useTranslation()
  return (
    <Panel title={t('apiKeys.pricing')}>
      <dl className={classes.prices}>
        {PRICES.map((name) => (
          <div key={name}>
            <dt>{t(`apiKeys.price.${name}.what`)}</dt>
            <dd>{t(`apiKeys.price.${name}.cost`)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

/** Time that the copy button shows its success, ms. */
const COPIED_FOR_MS = 2000

function Documentation() {
  const { t } = useTranslation()
  const { support_email } = useUser()
  const url = fromAnywhere(PUBLIC_API)
  return (
    <Panel title={t('apiKeys.documentation')} note={t('apiKeys.documentationHint')}>
      <div className={classes.url}>
        <Code>{url}</Code>
        <CopyButton text={url} message="apiKeys.urlCopied" copiedForMs={COPIED_FOR_MS} />
      </div>
      <p className={classes.links}>
        <Anchor href={here('/public/docs')} target="_blank" rel="noreferrer">
          {t('apiKeys.docs')}
        </Anchor>
        <Anchor href={here('/public/openapi.json')} target="_blank" rel="noreferrer">
          {t('apiKeys.openApi')}
        </Anchor>
        {support_email && (
          <Anchor href={mailTo(support_email, t('apiKeys.supportSubject'))}>{t('apiKeys.support')}</Anchor>
        )}
      </p>
    </Panel>
  )
}
