import { useTranslation } from 'react-i18next'
import { Segment } from '../ui/Segment.tsx'
import classes from './ReplayWindow.module.css'
import { CAMERA_VIEWS, type CameraView } from './scene.ts'

/** Buttons for the view of the camera. */
export function CameraViews({ view, onView }: { view: CameraView; onView: (view: CameraView) => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.views}>
      <Segment<CameraView>
        small
        label={t('replay.view')}
        value={view}
        onChange={onView}
        options={CAMERA_VIEWS.map((value) => ({ value, label: t(`replay.views.${value}`) }))}
      />
    </div>
  )
}
