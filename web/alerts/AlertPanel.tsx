import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Alert } from '#contract/wire/alert.ts'
import { alertQuery } from '../api/alerts.ts'
import { usePermission } from '../api/user.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { LoadedDialog } from '../forms/LoadedDialog.tsx'
import { addressedView } from '../searchParameters.ts'
import { useFeltImpact } from '../trips/moment/useFeltImpact.ts'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { SeverityIcon } from '../ui/SeverityIcon.tsx'
import { AlertActions, AlertCaseView } from './AlertCaseView.tsx'
import { AlertFacts } from './AlertFacts.tsx'
import { AlertMap } from './AlertMap.tsx'
import classes from './AlertPanel.module.css'
import { AlertPlot } from './AlertPlot.tsx'

/** The alert that the address names, over the page that lists it. */
export function AlertPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { alertId = '' } = useParams({ strict: false })
  const [draft, setDraft] = useState({ alertId, text: '' })
  const comment = draft.alertId === alertId ? draft.text : ''
  const alert = useQuery(alertQuery(alertId))
  const allowed = usePermission('vessel:alert-view', alert.data?.vessel_id)
  return (
    <LoadedDialog
      title={t('alerts.one')}
      query={alert}
      notFound={t('alerts.notFound')}
      failed={t('error.alert')}
      allowed={allowed}
      onClose={onClose}
    >
      {(loaded) => (
        <FormDialog title={t('alerts.one')} changed={comment.trim() !== ''} onClose={onClose} size={640}>
          <AlertMap key={loaded.id} alert={loaded} />
          <h3 className={classes.text}>
            <SeverityIcon severity={loaded.severity} size={18} />
            {loaded.text}
          </h3>
          <AlertActions alert={loaded} />
          <AlertFacts alert={loaded} />
          <AlertPlot alert={loaded} />
          <AlertLinks alert={loaded} />
          <AlertCaseView
            alert={loaded}
            comment={comment}
            onComment={(text) => setDraft({ alertId: loaded.id, text })}
          />
        </FormDialog>
      )}
    </LoadedDialog>
  )
}

function AlertLinks({ alert }: { alert: Alert }) {
  const { trip, latitudeDeg, longitudeDeg, rule_id, trigger_time } = alert
  const { t } = useTranslation()
  const tripId = trip?.visible && !trip.is_deleted ? trip.id : null
  const view =
    latitudeDeg !== null && longitudeDeg !== null
      ? addressedView({ latitudeDeg, longitudeDeg, zoom: 14 })
      : {}
  const felt = useFeltImpact(alert, tripId)
  const mayViewRule = usePermission('rule:rule-view', rule_id ?? undefined)
  const ruleId = mayViewRule ? rule_id : null
  if (tripId === null && ruleId === null) return null
  return (
    <div className={classes.links}>
      {tripId !== null && (
        <>
          <ButtonLink to="/trips/$tripId/alerts" params={{ tripId }} variant="default">
            {t('alerts.goToTrip')}
          </ButtonLink>
          <ButtonLink
            to="/map/trips/$tripId"
            params={{ tripId }}
            search={{ ...view, t: felt?.timeMs ?? Date.parse(trigger_time), sensor: felt?.sensor }}
            variant="default"
          >
            {t('trips.viewOnMap')}
          </ButtonLink>
        </>
      )}
      {ruleId !== null && (
        <ButtonLink to="/rules/$ruleId" params={{ ruleId }} variant="default">
          {t('alertCase.viewRule')}
        </ButtonLink>
      )}
    </div>
  )
}
