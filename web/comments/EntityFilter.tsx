import { useTranslation } from 'react-i18next'
import { Segment } from '../ui/Segment.tsx'

export type Entity = 'all' | 'vessel' | 'trip'

interface Props {
  value: Entity
  /** Label of the choice for comments on vessels: plural, or singular on the page of one vessel. */
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
