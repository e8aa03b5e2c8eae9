import { useTranslation } from 'react-i18next'
import { Segment } from '../ui/Segment.tsx'

export type Entity = 'all' | 'vessel' | 'trip'

interface Props {
  value: Entity
  /** What those about vessels are called: one vessel's page has but one. */
  vessels: 'vessels' | 'single'
  onChange: (entity: Entity) => void
}

export function EntityFilter({ value, vessels, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <Segment
      label={t('comments.filter')}
      value={value}
      onChange={onChange}
      options={[
        { value: 'all', label: t('comments.all') },
        { value: 'vessel', label: t(`comments.${vessels}`) },
        { value: 'trip', label: t('comments.trips') },
      ]}
    />
  )
}
