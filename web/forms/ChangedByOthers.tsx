import { useTranslation } from 'react-i18next'
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx'

/** That somebody else has saved the same form meanwhile; what they made of a field stands at the field. */
export function ChangedByOthers({ shown }: { shown: boolean }) {
  const { t } = useTranslation()
  return shown ? (
    <div ref={bringIntoSight}>
      <ChangedMeanwhile sentence={t('form.changedMeanwhile')} changes={[]} />
    </div>
  ) : null
}

/** Scrolls to the notice: a user who saves a long form is at its other end. */
const bringIntoSight = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'center' })
