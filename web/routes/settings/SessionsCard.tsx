import { Badge, Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { endSession, type OwnSession, sessionsQuery } from '../../api/sessions.ts'
import { useSave } from '../../forms/useSave.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { browserOf } from './browserOf.ts'
import classes from './SessionsCard.module.css'
import { SettingsCard } from './SettingsCard.tsx'

/** Browsers in which the user is signed in, each with a button that signs it out. */
export function SessionsCard() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(sessionsQuery)
  return (
    <SettingsCard title={t('settings.sessions')} hint={t('settings.sessionsHint')}>
      {data ? (
        <ul className={classes.list}>
          {data.map((session) => (
            <Session key={session.id} session={session} />
          ))}
        </ul>
      ) : error ? (
        <LoadFailed sentence={t('settings.sessionsFailed')} error={error} onRetry={refetch} />
      ) : (
        <Skeleton height={48} />
      )}
    </SettingsCard>
  )
}

function Session({ session }: { session: OwnSession }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { id, browser, ip, current } = session
  const end = useSave({
    save: () => endSession(id),
    success: 'settings.sessionEnded',
    failure: 'settings.sessionEndFailed',
    affects: ['sessions'],
  })
  const name = (browser && browserOf(browser)) ?? t('settings.sessionUnknown')
  const signedIn = formats.dateTime(Date.parse(session.signed_in_at))
  return (
    <li>
      <div>
        <p className={classes.name}>
          {name}{' '}
          {current && (
            <Badge variant="light" tt="none">
              {t('settings.sessionCurrent')}
            </Badge>
          )}
        </p>
        <p>
          {t('settings.sessionUsed', { date: formats.date(Date.parse(session.last_used_at)) })}
          {` · ${t('settings.sessionSince', { time: signedIn })}`}
          {ip && ` · ${ip}`}
        </p>
      </div>
      {!current && (
        <Button
          className={classes.end}
          variant="default"
          size="xs"
          loading={end.isPending}
          aria-label={t('settings.sessionEndOf', { name })}
          onClick={() => end.mutate(undefined)}
        >
          {t('settings.sessionEnd')}
        </Button>
      )}
    </li>
  )
}
