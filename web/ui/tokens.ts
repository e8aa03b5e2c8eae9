/**
 * All colours of the product, once per scheme. The theme turns them into `--tf-*` variables; map and plots, which
 * draw outside CSS, read the same object. Text colours meet WCAG AA on every surface they are meant for.
 */
import type { VesselStatus } from '#contract/domain/vesselStatuses.ts'

/** Night is red on black, so that the eye stays used to the dark. */
export type Scheme = 'dark' | 'light' | 'night'

export interface Tokens {
  neutral: Record<
    | 'bg'
    | 'surface1'
    | 'surface2'
    | 'surface3'
    | 'surface4'
    | 'border'
    | 'borderStrong'
    | 'borderControl'
    | 'text1'
    | 'text2'
    | 'text3'
    | 'textOff'
    | 'accent'
    | 'accentHover'
    | 'accentPress'
    | 'onAccent'
    | 'accentText'
    | 'accentSoft'
    | 'float'
    | 'segment'
    | 'segmentTrack'
    | 'thumbnail'
    | 'grid'
    | 'badge'
    | 'onBadge'
    | 'scrim'
    /** Opacity of a colour in the background of its pill. */
    | 'pillMix'
    /** Opacity of a series' colour in its bars and areas. */
    | 'barMix'
    | 'shadow1'
    | 'shadow2',
    string
  >
  status: Record<VesselStatus, string>
  severity: Record<'critical' | 'warning' | 'info', string>
  movement: Record<'idle' | 'cruising' | 'accelerating' | 'decelerating', string>
  /** Colours up to half the limit, up to the limit, and above; `mid` is for graphics only on light ground. */
  impact: Record<'low' | 'mid' | 'high', string>
  role: Record<'rose' | 'orange' | 'indigo' | 'purple', string>
  /** Colours of twelve series; slot 1 is index 0. */
  chart: readonly string[]
  /** Colours over the map layer of the same brightness, in any theme. */
  map: Record<
    | 'sea'
    | 'shore'
    | 'land'
    | 'coast'
    | 'graticule'
    | 'place'
    | 'placeSmall'
    | 'water'
    | 'halo'
    | 'landHalo'
    | 'ink'
    | 'ink2'
    | 'neatline'
    | 'trackLow'
    | 'trackMid'
    | 'trackHigh'
    | 'trackCasing'
    | 'markerBlue'
    | 'markerGreen'
    | 'markerOrange'
    | 'markerMirage'
    | 'markerWhite'
    | 'markerEdge'
    | 'markerWhiteEdge',
    string
  >
}

const dark: Tokens = {
  neutral: {
    bg: '#080D14',
    surface1: '#0D141E',
    surface2: '#121B27',
    surface3: '#1A2533',
    surface4: '#223041',
    border: '#1D2937',
    borderStrong: '#2D3D50',
    borderControl: '#5F748B',
    text1: '#E8EEF5',
    text2: '#AEBCCB',
    text3: '#8899AC',
    textOff: '#55667A',
    accent: '#38C6E0',
    accentHover: '#62D6EA',
    accentPress: '#22AFC9',
    onAccent: '#04161C',
    accentText: '#5BD3E8',
    accentSoft: '#0E2C38',
    float: '#121B27',
    segment: '#0D141E',
    segmentTrack: '#1A2533',
    thumbnail: '#0A1521',
    grid: '#182331',
    badge: '#FF6B70',
    onBadge: '#1B0507',
    scrim: '#04080DB3',
    pillMix: '13%',
    barMix: '76%',
    shadow1: '0 1px 2px #00000080',
    shadow2: '0 12px 32px #0000008C, 0 2px 6px #00000066',
  },
  status: {
    sailing: '#5AA2FF',
    online: '#3FCB8C',
    offline: '#FF7070',
    unpaired: '#93A3B5',
    unavailable: '#FF9F4A',
  },
  severity: { critical: '#FF6169', warning: '#F5B83D', info: '#8FA8FF' },
  movement: { idle: '#F2B33D', cruising: '#5AA2FF', accelerating: '#FB7193', decelerating: '#34C79A' },
  impact: { low: '#3CC47F', mid: '#F5C842', high: '#FF5A66' },
  role: { rose: '#FB7193', orange: '#FF9F4A', indigo: '#8FA8FF', purple: '#C08BFF' },
  chart: [
    '#56CBE3',
    '#F8C50E',
    '#C53061',
    '#ADFCD7',
    '#7E4BDD',
    '#E58254',
    '#6E94F8',
    '#DEF282',
    '#A45DA8',
    '#CBCBAD',
    '#9298A3',
    '#E63524',
  ],
  map: {
    sea: '#0A1521',
    shore: '#0E1D2C',
    land: '#1B242D',
    coast: '#5A7188',
    graticule: '#142333',
    place: '#B4C1CE',
    placeSmall: '#8FA0B1',
    water: '#7390AB',
    halo: '#0A1521',
    landHalo: '#141D27',
    ink: '#EAF1F8',
    ink2: '#A9BACB',
    neatline: '#4A6178',
    trackLow: '#3CC47F',
    trackMid: '#F5C842',
    trackHigh: '#FF5A66',
    trackCasing: '#04101C',
    markerBlue: '#5AA2FF',
    markerGreen: '#3FCB8C',
    markerOrange: '#FF9F4A',
    markerMirage: '#8FA3B8',
    markerWhite: '#F2F6FA',
    markerEdge: '#04101C',
    markerWhiteEdge: '#04101C',
  },
}

const light: Tokens = {
  neutral: {
    bg: '#EEF2F6',
    surface1: '#FFFFFF',
    surface2: '#F7F9FB',
    surface3: '#EBF0F4',
    surface4: '#DFE6ED',
    border: '#DDE4EB',
    borderStrong: '#C3CED9',
    borderControl: '#7A8A9B',
    text1: '#0E1B29',
    text2: '#3D4E60',
    text3: '#566779',
    textOff: '#93A1AF',
    accent: '#0A7391',
    accentHover: '#085F79',
    accentPress: '#064C61',
    onAccent: '#FFFFFF',
    accentText: '#086683',
    accentSoft: '#DDF0F5',
    float: '#FFFFFF',
    segment: '#FFFFFF',
    segmentTrack: '#DFE6ED',
    thumbnail: '#F7F9FB',
    grid: '#E8EDF2',
    badge: '#C92532',
    onBadge: '#FFFFFF',
    scrim: '#04080DB3',
    pillMix: '8%',
    barMix: '86%',
    shadow1: '0 1px 2px #1020301F',
    shadow2: '0 12px 28px #10203029, 0 2px 6px #1020301A',
  },
  status: {
    sailing: '#1A62D1',
    online: '#0F7545',
    offline: '#C92532',
    unpaired: '#586878',
    unavailable: '#A84F06',
  },
  severity: { critical: '#C8202F', warning: '#8F5B00', info: '#4254C9' },
  movement: { idle: '#A96A00', cruising: '#1A62D1', accelerating: '#CE2A5B', decelerating: '#0B7D5A' },
  impact: { low: '#178550', mid: '#AD7A00', high: '#D3293A' },
  role: { rose: '#A81744', orange: '#A84F06', indigo: '#4254C9', purple: '#7A3FC0' },
  chart: [
    '#057188',
    '#BF7C01',
    '#5E0B35',
    '#4FA085',
    '#9B6CD6',
    '#995112',
    '#384FA1',
    '#284400',
    '#6E1674',
    '#5E4E38',
    '#708295',
    '#BC4F53',
  ],
  map: {
    sea: '#D2E2EC',
    shore: '#DFEBF2',
    land: '#F5F2EA',
    coast: '#647C90',
    graticule: '#C1D5E1',
    place: '#2F4356',
    placeSmall: '#4F6375',
    water: '#396180',
    halo: '#FFFFFF',
    landHalo: '#FBF9F4',
    ink: '#0E1B29',
    ink2: '#3A4E61',
    neatline: '#647C90',
    trackLow: '#1FA463',
    trackMid: '#F2B90C',
    trackHigh: '#E32C3E',
    trackCasing: '#13263A',
    markerBlue: '#1A62D1',
    markerGreen: '#0F7545',
    markerOrange: '#B45309',
    markerMirage: '#24364A',
    markerWhite: '#FFFFFF',
    markerEdge: '#FFFFFF',
    markerWhiteEdge: '#13263A',
  },
}

/**
 * Red alone: what differs by hue in the other schemes differs by brightness here, the urgent brightest, beside its shape
 * and its word.
 */
const night: Tokens = {
  neutral: {
    bg: '#050000',
    surface1: '#0A0202',
    surface2: '#120404',
    surface3: '#1D0706',
    surface4: '#2A0B09',
    border: '#260A08',
    borderStrong: '#46140F',
    borderControl: '#C0402E',
    text1: '#FF8F73',
    text2: '#F06F55',
    text3: '#E0523C',
    textOff: '#8A2E22',
    accent: '#FF6B4A',
    accentHover: '#FF8468',
    accentPress: '#E0553A',
    onAccent: '#1A0300',
    accentText: '#FF7A5C',
    accentSoft: '#330D08',
    float: '#120404',
    segment: '#0A0202',
    segmentTrack: '#1D0706',
    thumbnail: '#080101',
    grid: '#1E0605',
    badge: '#FF9E85',
    onBadge: '#1B0301',
    scrim: '#050000B3',
    pillMix: '13%',
    barMix: '76%',
    shadow1: '0 1px 2px #00000080',
    shadow2: '0 12px 32px #0000008C, 0 2px 6px #00000066',
  },
  status: {
    sailing: '#FF9C82',
    online: '#F2745A',
    offline: '#FF6550',
    unpaired: '#D9543F',
    unavailable: '#EE6248',
  },
  severity: { critical: '#FFB8A4', warning: '#F57A5E', info: '#DE543E' },
  movement: { idle: '#B03A2A', cruising: '#E2563E', accelerating: '#FF9C82', decelerating: '#FFC6B6' },
  impact: { low: '#C44634', mid: '#F2745A', high: '#FFBFAD' },
  role: { rose: '#F2745A', orange: '#FF8A5E', indigo: '#E0604C', purple: '#FF9AA2' },
  chart: [
    '#FF8666',
    '#FFC8A0',
    '#C8402C',
    '#FFB4BC',
    '#E0556A',
    '#E87430',
    '#FF9E82',
    '#FFCFC0',
    '#B84450',
    '#D98E6A',
    '#D0604C',
    '#F04A30',
  ],
  map: {
    sea: '#080101',
    shore: '#140403',
    land: '#260A07',
    coast: '#94321F',
    graticule: '#1E0605',
    place: '#F0745A',
    placeSmall: '#CC5641',
    water: '#D05A45',
    halo: '#080101',
    landHalo: '#160403',
    ink: '#FF9C82',
    ink2: '#DE6A52',
    neatline: '#7A281B',
    trackLow: '#A83A28',
    trackMid: '#F06F55',
    trackHigh: '#FFC6B6',
    trackCasing: '#050000',
    markerBlue: '#FF8F73',
    markerGreen: '#F26A4E',
    markerOrange: '#FFAD95',
    markerMirage: '#C9513C',
    markerWhite: '#FFD2C4',
    markerEdge: '#050000',
    markerWhiteEdge: '#050000',
  },
}

export const tokens: Readonly<Record<Scheme, Tokens>> = { dark, light, night }

/** Ten-step scales that the component library requires, made from the tokens above. Night replaces the first two. */
export const palettes = {
  signal: [
    '#E3F7FB',
    '#C4EDF5',
    '#93DEEC',
    '#62D6EA',
    '#38C6E0',
    '#22AFC9',
    '#1192AE',
    '#0A7391',
    '#085F79',
    '#064C61',
  ],
  dark: [
    '#E8EEF5',
    '#AEBCCB',
    '#8899AC',
    '#5F748B',
    '#2D3D50',
    '#1A2533',
    '#121B27',
    '#0D141E',
    '#0A1019',
    '#080D14',
  ],
  gray: [
    '#F7F9FB',
    '#EEF2F6',
    '#EBF0F4',
    '#DDE4EB',
    '#C3CED9',
    '#93A1AF',
    '#566779',
    '#3D4E60',
    '#24364A',
    '#0E1B29',
  ],
  night: {
    signal: [
      '#FFE3DB',
      '#FFC6B6',
      '#FFAD95',
      '#FF8468',
      '#FF6B4A',
      '#E0553A',
      '#C0402E',
      '#94321F',
      '#5A1B12',
      '#330D08',
    ],
    dark: [
      '#FF8F73',
      '#F06F55',
      '#E0523C',
      '#C0402E',
      '#46140F',
      '#1D0706',
      '#120404',
      '#0A0202',
      '#070101',
      '#050000',
    ],
  },
} as const

const prefixes = {
  neutral: '',
  status: 'st-',
  severity: 'sev-',
  movement: 'mv-',
  impact: 'im-',
  role: 'role-',
  map: 'map-',
} as const

/** The tokens of a scheme as CSS custom properties: `--tf-surface-1`, `--tf-st-sailing`, `--tf-chart-1` … */
export function cssVariables(scheme: Scheme): Record<`--tf-${string}`, string> {
  const variables: Record<`--tf-${string}`, string> = {}
  for (const group of Object.keys(prefixes) as (keyof typeof prefixes)[]) {
    for (const [name, value] of Object.entries(tokens[scheme][group])) {
      variables[`--tf-${prefixes[group]}${kebab(name)}`] = value
    }
  }
  tokens[scheme].chart.forEach((value, index) => {
    variables[`--tf-chart-${index + 1}`] = value
  })
  return variables
}

const kebab = (name: string) => name.replace(/(?<=[a-z])(?=[A-Z0-9])/g, '-').toLowerCase()
