import { Button, Menu, Select, Skeleton, Textarea } from '@mantine/core'
import { IconBellOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { MINUTE_MS } from '#contract/domain/time.ts'
import type { Alert } from '#contract/wire/alert.ts'
import { type AlertCase, type AlertMessage, type AlertNote, MAX_COMMENT } from '#contract/wire/alertCase.ts'
import { alertCaseQuery, assignAlert, commentAlert, silenceAlert } from '../api/alerts.ts'
import { acknowledgeAlert } from '../api/helm.ts'
import { usePermission } from '../api/user.ts'
import { useSave } from '../forms/useSave.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { serverClock } from '../live/serverClock.ts'
import { Icon } from '../ui/Icon.tsx'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import classes from './AlertCaseView.module.css'
import { lateMsOf } from './lateMs.ts'

const SILENCES_MIN = [30, 120, 480, 1440]

/** Remarks on an alert, shown first, and the actions that a user can take. */
export function AlertActions({ alert }: { alert: Alert }) {
  const found = useQuery(alertCaseQuery(alert.id))
  return (
    <>
      <Remarks alert={alert} />
      {found.data ? <Actions found={found.data} /> : !found.error && <Skeleton height={36} />}
    </>
  )
}

/** History of an alert: what users did about it, and which notifications were sent to whom. */
export function AlertCaseView({ alert, comment, onComment }: { alert: Alert } & Comment) {
  const { t } = useTranslation()
  const found = useQuery(alertCaseQuery(alert.id))
  return (
    <>
      {found.data ? (
        <>
          <History notes={found.data.notes} />
          <CommentField alert={alert} comment={comment} onComment={onComment} />
          <AlertMessages found={found.data} />
        </>
      ) : found.error ? (
        <LoadFailed sentence={t('alertCase.failed')} error={found.error} onRetry={found.refetch} />
      ) : (
        <Skeleton height={120} />
      )}
    </>
  )
}

/** Remarks that an alert arrived late, was withdrawn by later data, or is silenced. */
function Remarks({ alert }: { alert: Alert }) {
  const { trigger_time, withdrawn, silenced_until } = alert
  const { t } = useTranslation()
  const formats = useFormats()
  const nowMs = serverClock.nowMs()
  const happenedMs = Date.parse(trigger_time)
  const lateMs = lateMsOf(alert)
  const silentMs = silenced_until ? Date.parse(silenced_until) : 0
  const time = (iso: string) => formats.dateTime(Date.parse(iso))
  return (
    <>
      {withdrawn && (
        <p className={classes.withdrawn}>{t('alertCase.withdrawn', { time: time(withdrawn.at) })}</p>
      )}
      {lateMs !== null && (
        <p>
          {t('alertCase.happened', {
            age: formats.ago(happenedMs, nowMs),
            later: formats.lasting(lateMs),
          })}
        </p>
      )}
      {silenced_until && silentMs > nowMs && (
        <p className={classes.silent}>
          <Icon of={IconBellOff} size={16} />
          {t('alertCase.silencedUntil', { time: time(silenced_until) })}
        </p>
      )}
    </>
  )
}

function Actions({ found: { alert, assignees } }: { found: AlertCase }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const may = usePermission('vessel:alert-acknowledge', alert.vessel_id)
  const affects = ['alerts', 'helm']
  const acknowledge = useSave({
    save: () => acknowledgeAlert(alert.id),
    success: () => null,
    failure: 'alertCase.acknowledgeFailed',
    affects,
  })
  const assign = useSave({
    save: (userId: string | null) => assignAlert(alert.id, userId),
    success: () => null,
    failure: 'alertCase.assignFailed',
    affects,
  })
  const silence = useSave({
    save: (minutes: number) => silenceAlert(alert.id, minutes),
    success: () => null,
    failure: 'alertCase.silenceFailed',
    affects,
  })
  const { assigned, silenced_until } = alert
  if (!may) {
    return assigned && <p>{`${t('alertCase.assign')}: ${assigned.user.name}`}</p>
  }
  const isSilent = silenced_until !== null && Date.parse(silenced_until) > serverClock.nowMs()
  return (
    <div className={classes.actions}>
      {!alert.acknowledged && (
        <Button loading={acknowledge.isPending} onClick={() => acknowledge.mutate(undefined)}>
          {t('alertCase.acknowledge')}
        </Button>
      )}
      {isSilent ? (
        <Button variant="default" loading={silence.isPending} onClick={() => silence.mutate(0)}>
          {t('alertCase.unsilence')}
        </Button>
      ) : (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="default" loading={silence.isPending}>
              {t('alertCase.silence')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {SILENCES_MIN.map((minutes) => (
              <Menu.Item key={minutes} onClick={() => silence.mutate(minutes)}>
                {t('alertCase.silenceFor', { time: formats.lasting(minutes * MINUTE_MS) })}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <Select
        className={classes.assignee}
        aria-label={t('alertCase.assign')}
        placeholder={t('alertCase.assign')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('alertCase.nobody') }}
        nothingFoundMessage={t('users.nothing')}
        disabled={assign.isPending}
        value={assigned?.user.id ?? null}
        data={assignees.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(userId) => assign.mutate(userId)}
      />
    </div>
  )
}

function History({ notes }: { notes: readonly AlertNote[] }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const noteText = (note: AlertNote) => {
    const who = (note.by ?? note.api_key)?.name ?? t('alertCase.somebody')
    if (note.kind === 'acknowledge') return t('alertCase.acknowledged', { who })
    if (note.kind === 'comment') return t('alertCase.commented', { who })
    if (note.kind === 'assign') {
      return note.assignee
        ? t('alertCase.assignedTo', { who, whom: note.assignee.name })
        : t('alertCase.unassigned', { who })
    }
    return note.until
      ? t('alertCase.silenced', { who, time: formats.dateTime(Date.parse(note.until)) })
      : t('alertCase.unsilenced', { who })
  }
  return (
    <section className={classes.section}>
      <h4>{t('alertCase.history')}</h4>
      {notes.length === 0 ? (
        <p className={classes.nothing}>{t('alertCase.nothingDone')}</p>
      ) : (
        <ol className={classes.notes}>
          {notes.map((note) => (
            <li key={note.id}>
              <span className={classes.line}>
                {noteText(note)} <time dateTime={note.at}>{formats.dateTime(Date.parse(note.at))}</time>
              </span>
              {note.text && <p className={classes.words}>{note.text}</p>}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

interface Comment {
  /** Text that the user has not sent yet. */
  comment: string
  onComment: (text: string) => void
}

/** No form element: the surrounding dialog is already a form. */
function CommentField({ alert, comment, onComment }: { alert: Alert } & Comment) {
  const { t } = useTranslation()
  const may = usePermission('vessel:comment-create', alert.vessel_id)
  const save = useSave({
    save: () => commentAlert(alert.id, comment.trim()),
    success: () => null,
    failure: 'alertCase.commentFailed',
    affects: [],
    onSaved: () => onComment(''),
  })
  if (!may) return null
  return (
    <div className={classes.comment}>
      <Textarea
        name="text"
        label={t('alertCase.comment')}
        autosize
        maxRows={6}
        maxLength={MAX_COMMENT}
        value={comment}
        onChange={(event) => onComment(event.currentTarget.value)}
      />
      <Button
        variant="default"
        loading={save.isPending}
        disabled={comment.trim() === ''}
        onClick={() => save.mutate(undefined)}
      >
        {t('alertCase.send')}
      </Button>
    </div>
  )
}

function AlertMessages({ found: { shown_at, messages, messages_total } }: { found: AlertCase }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const line = ({ channel, state, at, attempts, maybe_twice, reason }: AlertMessage) =>
    [
      t(`messages.channels.${channel}`),
      `${t(`messages.states.${state}`)} ${formats.dateTime(Date.parse(at))}`,
      ...(attempts > 1 ? [t('messages.attempts', { count: attempts })] : []),
      ...(maybe_twice ? [t('messages.maybeTwice')] : []),
      ...(reason === 'escalation'
        ? [t(state === 'waiting' ? 'alertCase.escalates' : 'alertCase.escalated')]
        : []),
      ...(reason === 'dark' ? [t('alertCase.dark')] : []),
    ].join(' · ')
  const more = messages_total - messages.length
  return (
    <section className={classes.section}>
      <h4>{t('alertCase.messages')}</h4>
      {shown_at.console && <p>{t('alertCase.shownConsole')}</p>}
      {shown_at.helm && <p>{t('alertCase.shownHelm')}</p>}
      {!shown_at.console && !shown_at.helm && <p>{t('alertCase.shownNowhere')}</p>}
      {messages.length > 0 && (
        <ul className={classes.notes}>
          {messages.map((message, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: comments keep the order in which they were written
            <li key={i}>
              <span className={classes.to}>{message.to || t('alertCase.somebody')}</span>
              <span className={classes.line}>{line(message)}</span>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p>{t('alertCase.moreMessages', { count: more })}</p>}
    </section>
  )
}
