/** What alerts are told in, apart from the names of series. */
import type { AlertFacts } from './alert.ts'
import type { Language } from './language.ts'
import { DERATE_SPN, N2K_STATUS_SPN } from './reading.ts'
import type { StatisticsField, VesselStatusField } from './ruleFields.ts'

type Lamp = Extract<AlertFacts, { kind: 'external' }>['lamp']

export interface AlertWords {
  units: Readonly<Record<string, string>>
  impact(impact: string): string
  impactAbove(impact: string, limit: string): string
  above(name: string, limit: string): string
  below(name: string, limit: string): string
  heldFor(text: string, period: string): string
  /** When something happened that no sample shows exactly. */
  between(from: string, to: string): string
  /** How long a crossing has to last. */
  atLeast(period: string): string
  rose(name: string, by: string, period: string): string
  fell(name: string, by: string, period: string): string
  /** Of a series, or of everything. */
  silent(name: string | null, age: string): string
  inside(fence: string): string
  outside(fence: string): string
  /** So often in so long. */
  often(times: number, period: string): string
  /** Between alternatives. */
  or: string
  enter(fence: string): string
  exit(fence: string): string
  cross(fence: string): string
  /** Of an engine or another device on the bus. */
  fault(spn: number, fmi: number | null, lamp: Lamp, instance: number | string | null): string
  /** A switch on board, by its name and number. */
  on(name: string): string
  off(name: string): string
  switches: Readonly<Record<string, { yes: string; no: string }>>
  figures: Readonly<Record<string, string>>
}

/** What follows status 2, of which the last eight bits are reserved. */
const RESERVED = Array<string>(8).fill('')
/**
 * Bits of discrete status 1 and 2 of NMEA 2000 engines (PGN 127489), then those of transmissions (PGN 127493), in their
 * order; '' is reserved.
 */
const N2K_STATUS: Readonly<Record<Language, readonly string[]>> = {
  en: [
    ...['Check engine', 'Over-temperature', 'Low oil pressure', 'Low oil level', 'Low fuel pressure'],
    ...['Low system voltage', 'Low coolant level', 'Water flow', 'Water in fuel', 'Charge indicator'],
    ...['Preheat indicator', 'High boost pressure', 'Rev limit exceeded', 'EGR system'],
    ...['Throttle position sensor', 'Emergency stop'],
    ...['Warning level 1', 'Warning level 2', 'Power reduction', 'Maintenance needed'],
    ...['Engine communication error', 'Sub or secondary throttle', 'Neutral start protect'],
    ...['Engine shutting down', ...RESERVED],
    ...['Check transmission', 'Transmission over-temperature', 'Low transmission oil pressure'],
    ...['Low transmission oil level', 'Sail drive'],
  ],
  it: [
    ...['Controllare il motore', 'Surriscaldamento', 'Pressione dell’olio bassa', 'Livello dell’olio basso'],
    ...['Pressione del carburante bassa', 'Tensione di sistema bassa', 'Livello del refrigerante basso'],
    ...['Flusso d’acqua', 'Acqua nel carburante', 'Spia di carica', 'Spia di preriscaldamento'],
    ...['Pressione di sovralimentazione alta', 'Limite di giri superato', 'Sistema EGR'],
    ...['Sensore di posizione dell’acceleratore', 'Arresto di emergenza'],
    ...['Avviso di livello 1', 'Avviso di livello 2', 'Riduzione di potenza', 'Manutenzione necessaria'],
    ...['Errore di comunicazione del motore', 'Acceleratore secondario', 'Protezione avvio in folle'],
    ...['Spegnimento del motore', ...RESERVED],
    ...['Controllare la trasmissione', 'Surriscaldamento della trasmissione'],
    ...['Pressione dell’olio della trasmissione bassa', 'Livello dell’olio della trasmissione basso'],
    'Sail drive',
  ],
  is: [
    ...['Athugaðu vélina', 'Ofhitnun', 'Lágur olíuþrýstingur', 'Lág olíustaða', 'Lágur eldsneytisþrýstingur'],
    ...['Lág kerfisspenna', 'Lág staða kælivökva', 'Vatnsflæði', 'Vatn í eldsneyti', 'Hleðsluljós'],
    ...['Forhitun', 'Hár forþjöppuþrýstingur', 'Farið yfir snúningsmörk', 'EGR-kerfi'],
    ...['Stöðunemi inngjafar', 'Neyðarstöðvun'],
    ...['Viðvörun 1. stigs', 'Viðvörun 2. stigs', 'Aflskerðing', 'Viðhalds þörf'],
    ...['Samskiptavilla vélar', 'Aukainngjöf', 'Gangsetningarvörn í hlutlausum'],
    ...['Vélin er að stöðvast', ...RESERVED],
    ...['Athugaðu gírinn', 'Ofhitnun í gír', 'Lágur olíuþrýstingur í gír', 'Lág olíustaða í gír'],
    'Sail drive',
  ],
}

/** What an engine does to protect itself, by the number of J1939. */
const PROTECTION: Readonly<Record<Language, Readonly<Record<number, string>>>> = {
  en: {
    1109: 'The engine is about to stop to protect itself',
    1110: 'The engine has stopped to protect itself',
    [DERATE_SPN]: 'The engine limits its torque to protect itself',
  },
  it: {
    1109: 'Il motore sta per arrestarsi per proteggersi',
    1110: 'Il motore si è arrestato per proteggersi',
    [DERATE_SPN]: 'Il motore limita la coppia per proteggersi',
  },
  is: {
    1109: 'Vélin er að stöðvast til að verja sig',
    1110: 'Vélin stöðvaðist til að verja sig',
    [DERATE_SPN]: 'Vélin takmarkar tog sitt til að verja sig',
  },
}

const LAMPS: Readonly<Record<Language, Readonly<Record<NonNullable<Lamp>, string>>>> = {
  en: {
    ...{ protect: 'protection lamp', amber: 'amber warning lamp' },
    ...{ red: 'red stop lamp', malfunction: 'malfunction lamp' },
  },
  it: {
    ...{ protect: 'spia di protezione', amber: 'spia di avviso arancione' },
    ...{ red: 'spia rossa di arresto', malfunction: 'spia di guasto' },
  },
  is: {
    ...{ protect: 'varnarljós', amber: 'gult viðvörunarljós' },
    ...{ red: 'rautt stöðvunarljós', malfunction: 'bilunarljós' },
  },
}

const faultWords =
  (language: Language, engine: (of: number | string) => string, unknown: string) =>
  (spn: number, fmi: number | null, lamp: Lamp, instance: number | string | null): string => {
    const code = fmi === null || fmi === 31 ? `SPN ${spn}` : `SPN ${spn} FMI ${fmi}`
    const what =
      spn >= N2K_STATUS_SPN
        ? N2K_STATUS[language][spn - N2K_STATUS_SPN] || `${unknown} ${spn - N2K_STATUS_SPN}`
        : [PROTECTION[language][spn] ?? `${unknown} ${code}`, lamp && LAMPS[language][lamp]]
            .filter(Boolean)
            .join(', ')
    return instance === null || instance === 0 ? what : `${what}, ${engine(instance)}`
  }

type Switches = Readonly<Record<Exclude<VesselStatusField, 'age' | 'hour'>, { yes: string; no: string }>>
type Figures = Readonly<Record<StatisticsField | 'hour', string>>

export const ALERT_WORDS: Readonly<Record<Language, AlertWords & { switches: Switches; figures: Figures }>> =
  {
    en: {
      units: {},
      impact: (impact) => `Impact of ${impact}`,
      impactAbove: (impact, limit) => `Impact of ${impact}, above the limit of ${limit}`,
      above: (name, limit) => `${name} above ${limit}`,
      below: (name, limit) => `${name} below ${limit}`,
      heldFor: (text, period) => `${text} for ${period}`,
      between: (from, to) => `between ${from} and ${to}`,
      atLeast: (period) => `for at least ${period}`,
      rose: (name, by, period) => `${name} rose by more than ${by} within ${period}`,
      fell: (name, by, period) => `${name} fell by more than ${by} within ${period}`,
      silent: (name, age) => `${name ? `${name}: nothing` : 'Nothing'} heard for ${age}`,
      inside: (fence) => `in ${fence}`,
      outside: (fence) => `outside ${fence}`,
      often: (times, period) => `${times} times within ${period}`,
      or: 'or',
      on: (name) => `${name} on`,
      off: (name) => `${name} off`,
      enter: (fence) => `Entered ${fence}`,
      exit: (fence) => `Left ${fence}`,
      cross: (fence) => `Crossed ${fence}`,
      fault: faultWords('en', (number) => `engine ${number}`, 'Fault'),
      switches: {
        offline: { yes: 'Offline', no: 'Sends data' },
        sailing: { yes: 'Sailing', no: 'Not sailing' },
        engine_running: { yes: 'Engine running', no: 'No engine running' },
        captain: { yes: 'Captain at the helm', no: 'No captain at the helm' },
      },
      figures: {
        ...{ duration: 'Duration of the trip', distance: 'Distance of the trip', hour: 'Hour of the day' },
        ...{ avg_sog: 'Average speed', max_sog: 'Highest speed', avg_impact: 'Average impact' },
        ...{ peak_impact: 'Peak impact', red_impacts: 'Red impacts', impact_frequency: 'Impact frequency' },
        ...{ fuel_consumption: 'Fuel consumption', avg_fuel_rate_l_nm: 'Average fuel rate per mile' },
        ...{ co2_emissions: 'CO₂ emissions', nox_emissions: 'NOₓ emissions', score: 'Trip score' },
      },
    },
    it: {
      units: { hr: 'h', rpm: 'giri/min', 'L/hr': 'L/h', 'gal/hr': 'gal/h' },
      impact: (impact) => `Impatto di ${impact}`,
      impactAbove: (impact, limit) => `Impatto di ${impact}, oltre il limite di ${limit}`,
      above: (name, limit) => `${name} sopra ${limit}`,
      below: (name, limit) => `${name} sotto ${limit}`,
      heldFor: (text, period) => `${text} per ${period}`,
      between: (from, to) => `tra ${from} e ${to}`,
      atLeast: (period) => `per almeno ${period}`,
      rose: (name, by, period) => `${name}: aumento di oltre ${by} in ${period}`,
      fell: (name, by, period) => `${name}: calo di oltre ${by} in ${period}`,
      silent: (name, age) => `${name ? `${name}: nessun` : 'Nessun'} dato da ${age}`,
      inside: (fence) => `in ${fence}`,
      outside: (fence) => `fuori da ${fence}`,
      often: (times, period) => `${times} volte in ${period}`,
      or: 'oppure',
      on: (name) => `${name} acceso`,
      off: (name) => `${name} spento`,
      enter: (fence) => `Entrata in ${fence}`,
      exit: (fence) => `Uscita da ${fence}`,
      cross: (fence) => `Attraversamento di ${fence}`,
      fault: faultWords('it', (number) => `motore ${number}`, 'Guasto'),
      switches: {
        offline: { yes: 'Offline', no: 'Invia dati' },
        sailing: { yes: 'In navigazione', no: 'Non in navigazione' },
        engine_running: { yes: 'Motore acceso', no: 'Nessun motore acceso' },
        captain: { yes: 'Comandante al timone', no: 'Nessun comandante al timone' },
      },
      figures: {
        ...{ duration: 'Durata del viaggio', distance: 'Distanza del viaggio', hour: 'Ora del giorno' },
        ...{ avg_sog: 'Velocità media', max_sog: 'Velocità massima', avg_impact: 'Impatto medio' },
        ...{ peak_impact: 'Impatto massimo', red_impacts: 'Impatti rossi' },
        ...{ impact_frequency: 'Frequenza degli impatti', fuel_consumption: 'Consumo di carburante' },
        ...{ avg_fuel_rate_l_nm: 'Consumo medio per miglio', co2_emissions: 'Emissioni di CO₂' },
        ...{ nox_emissions: 'Emissioni di NOₓ', score: 'Punteggio del viaggio' },
      },
    },
    is: {
      units: {
        ...{ s: 'sek.', min: 'mín.', h: 'klst.', hr: 'klst.', rpm: 'sn./mín.', 'L/hr': 'L/klst.' },
        ...{ nmi: 'sml', 'L/nmi': 'L/sml', '/nmi': '/sml', 'km/h': 'km/klst.' },
        ...{ 'gal/hr': 'gal/klst.', 'gal/nmi': 'gal/sml' },
      },
      impact: (impact) => `Högg upp á ${impact}`,
      impactAbove: (impact, limit) => `Högg upp á ${impact}, yfir mörkunum ${limit}`,
      above: (name, limit) => `${name} yfir ${limit}`,
      below: (name, limit) => `${name} undir ${limit}`,
      heldFor: (text, period) => `${text} í ${period}`,
      between: (from, to) => `milli ${from} og ${to}`,
      atLeast: (period) => `í að minnsta kosti ${period}`,
      rose: (name, by, period) => `${name}: hækkun um meira en ${by} á ${period}`,
      fell: (name, by, period) => `${name}: lækkun um meira en ${by} á ${period}`,
      silent: (name, age) => `${name ? `${name}: ekkert` : 'Ekkert'} heyrst í ${age}`,
      inside: (fence) => `innan ${fence}`,
      outside: (fence) => `utan ${fence}`,
      often: (times, period) => `${times} sinnum á ${period}`,
      or: 'eða',
      on: (name) => `${name}: kveikt`,
      off: (name) => `${name}: slökkt`,
      enter: (fence) => `Kom inn í ${fence}`,
      exit: (fence) => `Fór út úr ${fence}`,
      cross: (fence) => `Fór yfir ${fence}`,
      fault: faultWords('is', (number) => `vél ${number}`, 'Bilun'),
      switches: {
        offline: { yes: 'Ekki í sambandi', no: 'Sendir gögn' },
        sailing: { yes: 'Á siglingu', no: 'Ekki á siglingu' },
        engine_running: { yes: 'Vél í gangi', no: 'Engin vél í gangi' },
        captain: { yes: 'Skipstjóri við stýrið', no: 'Enginn skipstjóri við stýrið' },
      },
      figures: {
        ...{ duration: 'Lengd ferðar', distance: 'Vegalengd ferðar', hour: 'Klukkustund dags' },
        ...{ avg_sog: 'Meðalhraði', max_sog: 'Mesti hraði', avg_impact: 'Meðalhögg' },
        ...{ peak_impact: 'Mesta högg', red_impacts: 'Rauð högg', impact_frequency: 'Tíðni högga' },
        ...{ fuel_consumption: 'Eldsneytisnotkun', avg_fuel_rate_l_nm: 'Meðalnotkun á sjómílu' },
        ...{ co2_emissions: 'Losun CO₂', nox_emissions: 'Losun NOₓ', score: 'Einkunn ferðar' },
      },
    },
  }
