import { IconAdjustmentsHorizontal, IconPlus } from '@tabler/icons-react'
import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RuleList } from '../../rules/RuleList.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Gate } from '../../ui/Gate.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'

/** Rules that raise alerts, with their vessels. */
export function RulesPage() {
  const { t } = useTranslation()
  const add = (
    <Gate permission="department:rule-create">
      <ButtonLink to="/rules/new" search leftSection={<Icon of={IconPlus} size={16} />}>
        {t('rules.add')}
      </ButtonLink>
    </Gate>
  )
  return (
    <>
      <RuleList
        title={t('nav.rules')}
        empty={
          <Notice icon={IconAdjustmentsHorizontal} title={t('rules.none')} hint={t('rules.noneHint')}>
            {add}
          </Notice>
        }
        action={add}
      />
      <Outlet />
    </>
  )
}
