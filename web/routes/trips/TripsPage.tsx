export function TripsPage() {
  return null
}
