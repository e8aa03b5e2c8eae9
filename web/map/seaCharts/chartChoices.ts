/** Charts that a user has turned on, the uppermost first, each with its opacity from 0.1 to 1. */
export interface ChartChoice {
  id: string
  opacity: number
}

/** Stored form: `id 0.8,id 1`. */
export const readChoices = (stored: string): ChartChoice[] =>
  stored.split(',').flatMap((part) => {
    const [, id, opacityText] = /^(.+) ([\d.]+)$/.exec(part) ?? []
    const opacity = Number(opacityText)
    return id && opacity >= 0.1 && opacity <= 1 ? [{ id: decodeURIComponent(id), opacity }] : []
  })
export const writeChoices = (choices: readonly ChartChoice[]): string =>
  choices.map(({ id, opacity }) => `${encodeURIComponent(id)} ${opacity}`).join(',')

/** Turns a chart on, above all others, or off. */
export const switched = (choices: readonly ChartChoice[], id: string, on: boolean): ChartChoice[] => {
  const others = choices.filter((choice) => choice.id !== id)
  return on ? [{ id, opacity: 1 }, ...others] : others
}
export const withOpacity = (choices: readonly ChartChoice[], id: string, opacity: number): ChartChoice[] =>
  choices.map((choice) => (choice.id === id ? { id, opacity } : choice))
/** Moves a chart one place up. */
export function raised(choices: readonly ChartChoice[], id: string): ChartChoice[] {
  const at = choices.findIndex((choice) => choice.id === id)
  const next = [...choices]
  if (at > 0) next.splice(at - 1, 2, choices[at] as ChartChoice, choices[at - 1] as ChartChoice)
  return next
}
