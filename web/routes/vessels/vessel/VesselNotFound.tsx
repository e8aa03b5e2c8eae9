import { IconSpeedboat } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../../ui/ButtonLink.tsx'
import { Notice } from '../../../ui/Notice.tsx'

export function VesselNotFound() {
  const { t } = useTranslation()
  return (
    <Notice icon={IconSpeedboat} title={t('vessels.notFound')}>
      <ButtonLink to="/vessels" variant="default">
        {t('vessel.back')}
      </ButtonLink>
    </Notice>
  )
}
