import { Drawer, Slider, Switch, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isUnpaired } from '#contract/wire/vessel.ts'
import { usePermission } from '../../api/user.ts'
import { RecentTracksSettings } from '../../fleetReplay/RecentTracksSettings.tsx'
import { HeatmapSettings } from '../../heatmap/HeatmapSettings.tsx'
import { useFormats } from '../../i18n/useFormats.ts'
import { useVessels } from '../../live/vesselStates.ts'
import { AreasSettings } from '../../map/areas/AreasSettings.tsx'
import { useMapLook } from '../../map/mapLook.ts'
import { markerColours } from '../../map/palette.ts'
import { ChartsSettings } from '../../map/seaCharts/ChartsSettings.tsx'
import { useBasemap } from '../../map/useBasemap.ts'
import { useStylePreviews } from '../../map/useStylePreviews.ts'
import { MAP_LAYERS, MARKER_STYLES, setPreference, usePreference } from '../../preferences/preferences.ts'
import { SeaSettings } from '../../sea/SeaSettings.tsx'
import classes from './MapSettings.module.css'

interface Props {
  opened: boolean
  onClose: () => void
  /** True when the map can show AIS targets and recent tracks. */
  showsNow: boolean
  /** Opens the areas with harbour detail; absent on maps without areas. */
  onAreas?: () => void
}

/** Settings of the map; each choice shows at once behind the drawer. */
export function MapSettings({ opened, onClose, showsNow, onAreas }: Props) {
  const { t } = useTranslation()
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={320}
      title={t('map.settings')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      overlayProps={{ backgroundOpacity: 0 }}
      classNames={{
        content: classes.drawer,
        header: classes.header,
        title: classes.title,
        body: classes.body,
      }}
    >
      <StyleChoice />
      <MarkerChoice />
      <BrightnessChoice />
      <OverlayChoice showsNow={showsNow} />
      <ChartsSettings />
      {onAreas && <AreasSettings onOpen={onAreas} />}
      {showsNow && <SeaSettings />}
      <HeatmapSettings />
    </Drawer>
  )
}

function StyleChoice() {
  const { t } = useTranslation()
  const layer = usePreference('map-layer')
  const previews = useStylePreviews()
  return (
    <section>
      <h3>{t('map.style')}</h3>
      <div className={classes.styles} role="radiogroup" aria-label={t('map.style')}>
        {MAP_LAYERS.map((choice) => (
          <UnstyledButton
            key={choice}
            className={classes.style}
            role="radio"
            aria-checked={choice === layer}
            onClick={() => setPreference('map-layer', choice)}
          >
            <span className={classes.preview}>
              {previews[choice] && <img src={previews[choice]} alt="" data-map />}
            </span>
            {t(`map.layer.${choice}`)}
          </UnstyledButton>
        ))}
      </div>
    </section>
  )
}

function MarkerChoice() {
  const { t } = useTranslation()
  const look = useMapLook()
  const style = usePreference('marker-style')
  const withUnpaired = usePreference('show-unpaired-vessels')
  const unpaired = useVessels((states) => {
    let count = 0
    for (const vessel of states.values()) count += Number(isUnpaired(vessel))
    return count
  })
  return (
    <section>
      <h3>{t('map.markers')}</h3>
      <div className={classes.swatches} role="radiogroup" aria-label={t('map.markers')}>
        {MARKER_STYLES.map((choice) => {
          const { fill, edge } = markerColours(look, choice)
          return (
            <UnstyledButton
              key={choice}
              className={classes.swatch}
              role="radio"
              aria-checked={choice === style}
              aria-label={t(`map.marker.${choice}`)}
              title={t(`map.marker.${choice}`)}
              onClick={() => setPreference('marker-style', choice)}
            >
              <svg width="14" height="26" viewBox="-7 -13 14 26" aria-hidden="true">
                <path
                  d="M0 -11C3.6 -6.2 4.9 -2 4.9 3.4V8.2C4.9 9.4 4.2 10 3 10H-3C-4.2 10 -4.9 9.4 -4.9 8.2V3.4C-4.9 -2 -3.6 -6.2 0 -11Z"
                  fill={fill}
                  stroke={edge}
                  strokeWidth="1.5"
                />
              </svg>
            </UnstyledButton>
          )
        })}
      </div>
      <Switch
        checked={withUnpaired}
        onChange={({ currentTarget }) => setPreference('show-unpaired-vessels', currentTarget.checked)}
        label={t('map.showUnpaired', { count: unpaired })}
      />
    </section>
  )
}

function BrightnessChoice() {
  const { t } = useTranslation()
  const { quantity } = useFormats()
  const brightness = usePreference('map-brightness')
  return (
    <section>
      <h3 className={classes.withValue}>
        {t('map.brightness')} <output>{quantity(brightness * 100, '%', 0)}</output>
      </h3>
      <Slider
        min={0.1}
        max={1}
        step={0.1}
        value={brightness}
        onChange={(value) => setPreference('map-brightness', Math.round(value * 10) / 10)}
        // A tooltip would extend beyond the drawer.
        label={null}
        thumbLabel={t('map.brightness')}
        size={4}
      />
    </section>
  )
}

function OverlayChoice({ showsNow }: Pick<Props, 'showsNow'>) {
  const { t } = useTranslation()
  const labels = usePreference('map-marker-labels')
  const seamarks = usePreference('seamarks')
  const geofences = usePreference('geofences')
  const targets = usePreference('ais-targets')
  const mayGeofences = usePermission('department:geofence-view')
  const hasSeamarks = Boolean(useBasemap().basemap?.seamarks)
  return (
    <section className={classes.overlays}>
      <h3>{t('map.overlays')}</h3>
      <Switch
        checked={labels}
        onChange={({ currentTarget }) => setPreference('map-marker-labels', currentTarget.checked)}
        label={t('map.labels')}
      />
      <Switch
        checked={seamarks && hasSeamarks}
        disabled={!hasSeamarks}
        onChange={({ currentTarget }) => setPreference('seamarks', currentTarget.checked)}
        label={t('map.seamarks')}
        description={hasSeamarks ? undefined : t('map.noSeamarks')}
      />
      {showsNow && (
        <>
          <Switch
            checked={targets}
            onChange={({ currentTarget }) => setPreference('ais-targets', currentTarget.checked)}
            label={t('ais.show')}
          />
          <RecentTracksSettings />
        </>
      )}
      {mayGeofences && (
        <Switch
          checked={geofences}
          onChange={({ currentTarget }) => setPreference('geofences', currentTarget.checked)}
          label={t('nav.geofences')}
        />
      )}
    </section>
  )
}
