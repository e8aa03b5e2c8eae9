import type { Language } from '#contract/language.ts'
import type { FigureKey } from '#contract/reportRows.ts'

export interface ReportWords {
  title: string
  week: string
  month: string
  general: string
  fuel: string
  safety: string
  vessels: string
  captains: string
  topVessels: Record<'general' | 'fuel' | 'safety', string>
  topCaptains: Record<'general' | 'fuel' | 'safety', string>
  noCaptains: string
  name: string
  active: string
  idle: string
  totalDuration: string
  activeDuration: string
  idleDuration: string
  totalDistance: string
  totalConsumption: string
  activeConsumption: string
  idleConsumption: string
  consumptionAverage: string
  rateAverage: string
  averageOf: (days: number) => string
  perDay: string
  above: string
  around: string
  below: string
  aboveHint: string
  aroundHint: string
  belowHint: string
  speed: { safety: string; comfort: string }
  noSpeed: string
  none: string
  more: (count: string) => string
  figures: Readonly<Record<FigureKey, string>>
  zone: (zone: string) => string
  made: (day: string) => string
}

/** As in the console. */
export const REPORT_WORDS: Readonly<Record<Language, ReportWords>> = {
  en: {
    title: 'Report',
    week: 'Weekly report',
    month: 'Monthly report',
    general: 'General',
    fuel: 'Fuel',
    safety: 'Safety',
    vessels: 'Vessels',
    captains: 'Captains',
    topVessels: { general: 'Top Vessels', fuel: 'Top Vessels', safety: 'Top Vessels' },
    topCaptains: { general: 'Top Captains', fuel: 'Top Captains', safety: 'Top Captains' },
    noCaptains: 'No data. No captain was named for a trip in this period.',
    name: 'Name',
    active: 'Active',
    idle: 'Idle',
    totalDuration: 'Total Duration',
    activeDuration: 'Active Duration',
    idleDuration: 'Idle Duration',
    totalDistance: 'Total Distance',
    totalConsumption: 'Total Consumption',
    activeConsumption: 'Active Consumption',
    idleConsumption: 'Idle Consumption',
    consumptionAverage: 'Fuel Consumption with moving average',
    rateAverage: 'Fuel Rate with moving average',
    averageOf: (days) => `Moving average over ${days} days`,
    perDay: 'Mean day',
    above: 'Above',
    around: 'Around',
    below: 'Below',
    aboveHint: 'faster than it',
    aroundHint: 'within 5 % below it',
    belowHint: 'slower than that',
    speed: { safety: 'Safety Speed', comfort: 'Comfort Speed' },
    noSpeed: 'No boat that sailed has a limit to compare with.',
    none: 'No trips in this period',
    more: (count) => `and ${count} more, which the CSV has`,
    figures: {
      nr_trips: 'Trips',
      distance: 'Distance',
      duration_minutes: 'Duration',
      fuel_consumption: 'Fuel Consumption',
      avg_fuel_rate_l_nm: 'Fuel Rate by distance',
      avg_fuel_rate: 'Fuel Rate by hour',
      co2_emissions: 'CO₂ Emissions',
      nox_emissions: 'NOₓ Emissions',
      avg_impact: 'Average Impact',
      peak_impact: 'Peak Impact',
      red_impacts: 'Red Impacts',
      avg_sog: 'Average SOG',
      max_sog: 'Peak SOG',
    },
    zone: (zone) => `Days of ${zone}`,
    made: (day) => `Made on ${day}`,
  },
  it: {
    title: 'Rapporto',
    week: 'Rapporto settimanale',
    month: 'Rapporto mensile',
    general: 'Generale',
    fuel: 'Carburante',
    safety: 'Sicurezza',
    vessels: 'Imbarcazioni',
    captains: 'Comandanti',
    topVessels: {
      general: 'Imbarcazioni più attive',
      fuel: 'Prime imbarcazioni per consumo',
      safety: 'Prime imbarcazioni per impatto massimo',
    },
    topCaptains: {
      general: 'Comandanti più attivi',
      fuel: 'Primi comandanti per consumo',
      safety: 'Primi comandanti per impatto massimo',
    },
    noCaptains: 'Nessun dato. Nessun viaggio in questo periodo ha un comandante.',
    name: 'Nome',
    active: 'Attiva',
    idle: 'Al minimo',
    totalDuration: 'Durata totale',
    activeDuration: 'Durata attiva',
    idleDuration: 'Durata al minimo',
    totalDistance: 'Distanza totale',
    totalConsumption: 'Consumo totale',
    activeConsumption: 'Consumo in attività',
    idleConsumption: 'Consumo al minimo',
    consumptionAverage: 'Consumo di carburante con media mobile',
    rateAverage: 'Consumo specifico con media mobile',
    averageOf: (days) => `Media mobile su ${days} giorni`,
    perDay: 'Giorno medio',
    above: 'Sopra',
    around: 'Intorno',
    below: 'Sotto',
    aboveHint: 'più veloce',
    aroundHint: 'fino al 5 % sotto',
    belowHint: 'più lento',
    speed: { safety: 'Velocità di sicurezza', comfort: 'Velocità di comfort' },
    noSpeed: 'Nessuna imbarcazione uscita ha un limite con cui confrontare.',
    none: 'Nessun viaggio in questo periodo',
    more: (count) => `e altre ${count} righe, che il CSV contiene`,
    figures: {
      nr_trips: 'Viaggi',
      distance: 'Distanza',
      duration_minutes: 'Durata',
      fuel_consumption: 'Consumo di carburante',
      avg_fuel_rate_l_nm: 'Consumo per distanza',
      avg_fuel_rate: 'Consumo orario',
      co2_emissions: 'Emissioni di CO₂',
      nox_emissions: 'Emissioni di NOₓ',
      avg_impact: 'Impatto medio',
      peak_impact: 'Impatto massimo',
      red_impacts: 'Impatti rossi',
      avg_sog: 'SOG media',
      max_sog: 'SOG massima',
    },
    zone: (zone) => `Giorni di ${zone}`,
    made: (day) => `Redatto il ${day}`,
  },
  is: {
    title: 'Skýrsla',
    week: 'Vikuskýrsla',
    month: 'Mánaðarskýrsla',
    general: 'Almennt',
    fuel: 'Eldsneyti',
    safety: 'Öryggi',
    vessels: 'Bátar',
    captains: 'Skipstjórar',
    topVessels: {
      general: 'Efstu bátar',
      fuel: 'Efstu bátar eftir eldsneyti',
      safety: 'Efstu bátar eftir mesta höggi',
    },
    topCaptains: {
      general: 'Efstu skipstjórar',
      fuel: 'Efstu skipstjórar eftir eldsneyti',
      safety: 'Efstu skipstjórar eftir mesta höggi',
    },
    noCaptains: 'Engin gögn. Enginn skipstjóri var skráður á ferð á þessu tímabili.',
    name: 'Nafn',
    active: 'Á siglingu',
    idle: 'Lausagangur',
    totalDuration: 'Heildartímalengd',
    activeDuration: 'Tímalengd á siglingu',
    idleDuration: 'Tímalengd lausagangs',
    totalDistance: 'Heildarvegalengd',
    totalConsumption: 'Heildarnotkun',
    activeConsumption: 'Notkun á siglingu',
    idleConsumption: 'Notkun í lausagangi',
    consumptionAverage: 'Eldsneytisnotkun með hlaupandi meðaltali',
    rateAverage: 'Eyðsla með hlaupandi meðaltali',
    averageOf: (days) => `Hlaupandi meðaltal ${days} daga`,
    perDay: 'Meðaldagur',
    above: 'Yfir',
    around: 'Nálægt',
    below: 'Undir',
    aboveHint: 'hraðar',
    aroundHint: 'allt að 5 % hægar',
    belowHint: 'enn hægar',
    speed: { safety: 'Öryggishraði', comfort: 'Þægindahraði' },
    noSpeed: 'Enginn bátur sem sigldi hefur mörk til samanburðar.',
    none: 'Engar ferðir á þessu tímabili',
    more: (count) => `og ${count} línur í viðbót, sem eru í CSV-skránni`,
    figures: {
      nr_trips: 'Ferðir',
      distance: 'Vegalengd',
      duration_minutes: 'Tímalengd',
      fuel_consumption: 'Eldsneytisnotkun',
      avg_fuel_rate_l_nm: 'Eyðsla á vegalengd',
      avg_fuel_rate: 'Eyðsla á klukkustund',
      co2_emissions: 'Losun CO₂',
      nox_emissions: 'Losun NOₓ',
      avg_impact: 'Meðalhögg',
      peak_impact: 'Mesta högg',
      red_impacts: 'Rauð högg',
      avg_sog: 'Meðalhraði',
      max_sog: 'Mesti hraði',
    },
    zone: (zone) => `Dagar samkvæmt ${zone}`,
    made: (day) => `Gert ${day}`,
  },
}
