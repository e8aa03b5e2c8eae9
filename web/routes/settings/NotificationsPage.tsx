import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Channel } from '#contract/wire/message.ts'
import type { SubscribedNotifications } from '#contract/wire/user.ts'
import { channelsQuery, saveNotifications } from '../../api/notifications.ts'
import { useUser } from '../../api/user.ts'
import { SwitchRow } from '../../forms/fields.tsx'
import { useSave } from '../../forms/useSave.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import classes from './NotificationsPage.module.css'
import { PushHere } from './PushHere.tsx'
import { SettingsCard } from './SettingsCard.tsx'

type Name = keyof SubscribedNotifications

/** Main switch of each channel, with the two switches below it. */
const CHANNELS = [
  {
    channel: 'email',
    master: 'email_notifications',
    parts: { ruleAlerts: 'rule_alert_email', n2kAlerts: 'n2k_flag_email' },
  },
  {
    channel: 'sms',
    master: 'sms_notifications',
    parts: { ruleAlerts: 'rule_alert_sms', n2kAlerts: 'n2k_flag_sms' },
  },
  {
    channel: 'push',
    master: 'push_notifications',
    parts: { ruleAlerts: 'rule_alert_push_notifications', n2kAlerts: 'n2k_flag_push_notifications' },
  },
] as const satisfies readonly { channel: Channel; master: Name; parts: Record<string, Name> }[]

/** Notification channels for a user who is away from the console. */
export function NotificationsPage() {
  const { t } = useTranslation()
  const { subscribed_notifications: saved, phone_number } = useUser()
  const [chosen, setChosen] = useState(saved)
  const channels = useQuery(channelsQuery)
  const save = useSave({
    save: saveNotifications,
    success: 'notifications.updated',
    failure: 'notifications.failed',
    affects: [],
    onSaved: setChosen,
  })
  if (!channels.data) {
    return (
      <SettingsCard title={t('notifications.title')} hint={t('notifications.hint')}>
        {channels.error ? (
          <LoadFailed
            sentence={t('notifications.channelsFailed')}
            error={channels.error}
            onRetry={channels.refetch}
          />
        ) : (
          CHANNELS.map(({ channel }) => <Skeleton key={channel} height={92} />)
        )}
      </SettingsCard>
    )
  }
  const { channels: available, push_key } = channels.data
  const hints: Record<'email' | 'sms' | 'push', ReactNode> = {
    email: available.includes('email') ? null : t('notifications.noMail'),
    sms: !available.includes('sms')
      ? t('notifications.noSms')
      : phone_number
        ? null
        : [t('notifications.noPhone'), ' ', <PhoneLink key="link" />],
    push: null,
  }
  const changed = JSON.stringify(chosen) !== JSON.stringify(saved)
  return (
    <SettingsCard
      title={t('notifications.title')}
      hint={t('notifications.hint')}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(chosen)
      }}
      changed={changed}
      actions={
        <Button type="submit" loading={save.isPending} disabled={!changed}>
          {t('common.saveChanges')}
        </Button>
      }
    >
      {CHANNELS.map(({ channel, master, parts }) => {
        const below = Object.values(parts) as Name[]
        const isOn = below.some((name) => chosen[name])
        const disabled = !available.includes(channel)
        const set = (names: readonly Name[], on: boolean) => {
          const next = { ...chosen, ...Object.fromEntries(names.map((name) => [name, on])) }
          setChosen({ ...next, [master]: below.some((name) => next[name]) })
        }
        return (
          <fieldset key={channel} className={classes.channel}>
            <VisuallyHidden component="legend">{t(`notifications.${channel}`)}</VisuallyHidden>
            <SwitchRow
              label={t(`notifications.${channel}`)}
              hint={hints[channel]}
              checked={isOn}
              disabled={disabled}
              onChange={(on) => set(below, on)}
            />
            {(['ruleAlerts', 'n2kAlerts'] as const).map((part) => (
              <SwitchRow
                key={part}
                inner
                label={t(`notifications.${part}`)}
                checked={chosen[parts[part]]}
                disabled={disabled}
                onChange={(on) => set([parts[part]], on)}
              />
            ))}
            {channel === 'push' && <PushHere pushKey={push_key} />}
          </fieldset>
        )
      })}
    </SettingsCard>
  )
}

function PhoneLink() {
  const { t } = useTranslation()
  return (
    <Link to="/settings/personal" className={classes.link}>
      {t('notifications.addPhone')}
    </Link>
  )
}
