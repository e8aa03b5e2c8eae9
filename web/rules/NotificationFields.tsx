import { Select } from '@mantine/core'
import { IconBellOff, IconPhoneOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { MESSAGE_TIMES, type RuleNotifications } from '#contract/wire/rule.ts'
import type { ListedUser } from '#contract/wire/user.ts'
import { channelsQuery } from '../api/notifications.ts'
import { SwitchRow } from '../forms/fields.tsx'
import type { Translate } from '../i18n/i18n.ts'
import type { NamesState } from '../loading/namesState.ts'
import { Icon } from '../ui/Icon.tsx'
import { ManyField, type ManyOption } from './ManyField.tsx'
import classes from './Rules.module.css'

const CHANNELS = ['push_notifications', 'email', 'sms'] as const
type Channel = (typeof CHANNELS)[number]
const NAME_OF = { push_notifications: 'push', email: 'email', sms: 'sms' } as const
/** Message for a channel that this server lacks; every server can send push messages. */
const MISSING = { push: undefined, email: 'notifications.noMail', sms: 'notifications.noSms' } as const
/** Settings that a user must have switched on to get alerts of rules through a channel. */
const SWITCHES = {
  push_notifications: ['push_notifications', 'rule_alert_push_notifications'],
  email: ['email_notifications', 'rule_alert_email'],
  sms: ['sms_notifications', 'rule_alert_sms'],
} as const

interface Props {
  notifications: RuleNotifications
  people: readonly ListedUser[]
  peopleNames: NamesState
  mayListPeople: boolean
  disabled: boolean
  /** False for crossings, which have no duration. */
  hasEnd: boolean
  onChange: (notifications: RuleNotifications) => void
}

/** Channels through which an alert is sent, and the users who get it. */
export function NotificationFields(props: Props) {
  const { notifications, people, peopleNames, mayListPeople, disabled, hasEnd, onChange } = props
  const { t } = useTranslation()
  const { helm, console } = notifications
  const available = useQuery(channelsQuery).data?.channels
  const set = (changed: Partial<RuleNotifications>) => onChange({ ...notifications, ...changed })
  return (
    <div className={classes.channels}>
      <SwitchRow
        label={t('rules.channels.console')}
        hint={t('rules.channelHints.console')}
        checked={console.enabled}
        disabled={disabled}
        onChange={(enabled) => set({ console: { enabled } })}
      />
      <SwitchRow
        label={t('rules.channels.helm')}
        hint={t('rules.channelHints.helm')}
        checked={helm.enabled}
        disabled={disabled}
        onChange={(enabled) => set({ helm: { ...helm, enabled } })}
      />
      {helm.enabled && (
        <>
          <SwitchRow
            inner
            label={t('rules.helmBanner')}
            checked={helm.show_native_alert_banner}
            disabled={disabled}
            onChange={(show_native_alert_banner) => set({ helm: { ...helm, show_native_alert_banner } })}
          />
          <SwitchRow
            inner
            label={t('rules.helmAcknowledge')}
            checked={helm.requires_acknowledgement}
            disabled={disabled}
            onChange={(requires_acknowledgement) => set({ helm: { ...helm, requires_acknowledgement } })}
          />
        </>
      )}
      {CHANNELS.map((channel) => {
        const own = notifications[channel]
        const missing =
          available && !available.includes(NAME_OF[channel]) ? MISSING[NAME_OF[channel]] : undefined
        const change = (changed: Partial<typeof own>) => set({ [channel]: { ...own, ...changed } })
        return (
          <div key={channel}>
            <SwitchRow
              label={t(`rules.channels.${channel}`)}
              {...(missing && { hint: t(missing) })}
              checked={own.enabled}
              disabled={disabled}
              onChange={(enabled) => change({ enabled })}
            />
            {own.enabled && (
              <div className={classes.recipients}>
                {hasEnd && (
                  <Select
                    label={t('rules.when')}
                    data={MESSAGE_TIMES.map((value) => ({ value, label: t(`rules.times.${value}`) }))}
                    value={own.when ?? 'begin'}
                    allowDeselect={false}
                    disabled={disabled}
                    onChange={(when) => when && change({ when })}
                  />
                )}
                <SwitchRow
                  label={t('rules.everybody')}
                  checked={own.apply_to_all}
                  disabled={disabled}
                  onChange={(apply_to_all) => change({ apply_to_all })}
                />
                {!own.apply_to_all && (
                  <ManyField
                    label={t('rules.recipients')}
                    {...(mayListPeople ? {} : { hint: t('rules.peopleHidden') })}
                    placeholder={t('rules.chooseRecipients')}
                    options={people.map((person) => toOption(person, channel, t))}
                    names={peopleNames}
                    value={own.user_ids}
                    disabled={disabled || !mayListPeople}
                    onChange={(user_ids) => change({ user_ids: [...user_ids] })}
                  />
                )}
              </div>
            )}
          </div>
        )
      })}
    </div>
  )
}

function toOption(
  { id, name, phone_number, subscribed_notifications }: ListedUser,
  channel: Channel,
  t: Translate,
): ManyOption {
  const isUnsubscribed = SWITCHES[channel].some((name) => !subscribed_notifications[name])
  const hasNoPhone = channel === 'sms' && !phone_number
  const reason = hasNoPhone ? t('rules.noPhone') : isUnsubscribed ? t('rules.unsubscribed') : null
  return {
    value: id,
    label: name,
    ...(reason && {
      mark: (
        <span role="img" aria-label={reason} title={reason} className={classes.mark}>
          <Icon of={hasNoPhone ? IconPhoneOff : IconBellOff} size={14} />
        </span>
      ),
    }),
  }
}
