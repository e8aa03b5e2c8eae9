import { useTranslation } from 'react-i18next'
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx'

/** Notice that another user saved the same record meanwhile; each field shows the other user's value. */
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
