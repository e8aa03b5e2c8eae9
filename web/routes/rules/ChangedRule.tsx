import { useTranslation } from 'react-i18next'
import type { Rule } from '#contract/wire/rule.ts'
import { ChangedMeanwhile } from '../../forms/ChangedMeanwhile.tsx'
import { useVesselNames } from '../../live/vesselNames.ts'
import { useVessels } from '../../live/vesselStates.ts'
import { useRuleSentence } from '../../rules/useRuleSentence.ts'

/** Compares a rule as it was when editing began with the version that another user saved since. */
export function ChangedRule({ expected, now }: { expected: Rule; now: Rule }) {
  const { t } = useTranslation()
  const sentence = useRuleSentence()
  const fleet = useVessels((states) => states.all())
  const unknown = useVesselNames() === 'known' ? t('common.unknown') : '…'
  const onOrOff = ({ enabled }: Rule) => t(enabled ? 'rules.on' : 'rules.off')
  const namesOf = (ids: readonly string[]) =>
    ids.map((id) => fleet.find((one) => one.id === id)?.name ?? unknown).join(', ')
  const boats = ({ vessels: { apply_to_all, ids, excluded_ids = [] } }: Rule) => {
    if (!apply_to_all) return namesOf(ids)
    if (excluded_ids.length === 0) return t('rules.allVessels')
    return `${t('rules.allVessels')}, ${t('rules.excluded').toLocaleLowerCase()}: ${namesOf(excluded_ids)}`
  }
  const changedIn = (part: (rule: Rule) => unknown, title: string) =>
    JSON.stringify(part(expected)) === JSON.stringify(part(now))
      ? []
      : [{ title, after: t('rules.changedPart') }]
  const watched = { title: t('rules.rule'), before: sentence(expected), after: sentence(now) }
  return (
    <ChangedMeanwhile
      sentence={t('rules.changedMeanwhile')}
      changes={[
        { title: t('rules.enabled'), before: onOrOff(expected), after: onOrOff(now) },
        watched,
        ...(watched.before === watched.after
          ? changedIn(({ definition }) => definition, t('rules.finer'))
          : []),
        {
          title: t('alerts.severity'),
          before: t(`severity.${expected.severity}`),
          after: t(`severity.${now.severity}`),
        },
        { title: t('users.department'), before: expected.department.name, after: now.department.name },
        { title: t('rules.vessels'), before: boats(expected), after: boats(now) },
        { title: t('rules.message'), before: expected.message ?? '', after: now.message ?? '' },
        ...changedIn(({ notifications }) => notifications, t('rules.notifications')),
      ]}
    />
  )
}
