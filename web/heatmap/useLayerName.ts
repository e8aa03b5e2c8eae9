import { useTranslation } from 'react-i18next'
import type { HeatLayer } from '../preferences/preferences.ts'
import { useSpeedWords } from '../ui/useSpeedWords.ts'

/** What a layer is called; one of them goes by the organization's own word. */
export function useLayerName(): (layer: HeatLayer) => string {
  const { t } = useTranslation()
  const speedWord = useSpeedWords()
  return (layer) => (layer === 'safety_speed' ? speedWord('speed') : t(`heatmap.name.${layer}`))
}
