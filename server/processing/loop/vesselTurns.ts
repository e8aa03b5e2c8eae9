/**
 * Lets only one of several works on the same vessel run at a time, in the order they asked. Detection removes trips and
 * what is kept of them; analysis of such a trip, finishing later, would keep figures that belong to nothing.
 */
export class VesselTurns {
  private readonly last = new Map<number, Promise<unknown>>()

  async take<T>(vesselNumber: number, work: () => Promise<T>): Promise<T> {
    const own = (this.last.get(vesselNumber) ?? Promise.resolve()).then(work)
    const ended = own.catch(() => undefined)
    this.last.set(vesselNumber, ended)
    try {
      return await own
    } finally {
      if (this.last.get(vesselNumber) === ended) this.last.delete(vesselNumber)
    }
  }
}
