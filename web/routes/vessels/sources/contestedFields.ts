import type { VesselSource } from '#contract/wire/vesselSource.ts'

export interface ContestedField {
  field: string
  /** Name that the boat's system gives to the battery, engine or tank of the field. */
  instanceName: string | null
  sources: readonly VesselSource[]
  chosen: number | null
}

/** Fields reported by more than one source, in the order of the list, and the number of other fields. */
export function contestedFields(all: readonly VesselSource[]): {
  contested: ContestedField[]
  others: number
} {
  const byField = Object.values(Object.groupBy(all, ({ field }) => field)) as VesselSource[][]
  const contested = byField.flatMap((sources) =>
    sources.length > 1 && sources[0]
      ? [
          {
            field: sources[0].field,
            instanceName: sources[0].instance_name,
            sources,
            chosen: sources.find(({ chosen }) => chosen)?.source ?? null,
          },
        ]
      : [],
  )
  return { contested, others: byField.length - contested.length }
}

/** Numbers equal names, so that each name is different. */
export function distinctly(names: readonly string[], numbered: (name: string, number: number) => string) {
  const times = new Map<string, number>()
  return names.map((name) => {
    if (names.filter((other) => other === name).length === 1) return name
    const number = (times.get(name) ?? 0) + 1
    times.set(name, number)
    return numbered(name, number)
  })
}
