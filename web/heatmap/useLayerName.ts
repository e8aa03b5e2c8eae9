import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/useFormats.ts'
import type { HeatLayer } from '../preferences/preferences.ts'
import { useSpeedWords } from '../ui/useSpeedWords.ts'

/** Names a heatmap layer. One name is the organization's own word, and two contain the reader's unit. */
export function useLayerName(): (layer: HeatLayer) => string {
  const { t } = useTranslation()
  const formats = useFormats()
  const speedWord = useSpeedWords()
  const rate = { fuel_rate_l_hr: formats.unit('L/hr'), fuel_rate_l_nm: formats.unit('L/nmi') }
  return (layer) =>
    layer === 'safety_speed'
      ? speedWord('speed')
      : layer === 'fuel_rate_l_hr' || layer === 'fuel_rate_l_nm'
        ? t(`heatmap.name.${layer}`, { unit: rate[layer] })
        : t(`heatmap.name.${layer}`)
}
