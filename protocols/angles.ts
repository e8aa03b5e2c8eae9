import { DEG_RAD } from '#contract/domain/units.ts'

const FULL_TURN_RAD = 360 * DEG_RAD
/** Rounding of a field that counts its steps up to a full turn. */
const ROUNDING_RAD = 1e-3

const circle = (rad: number) => ((rad % FULL_TURN_RAD) + FULL_TURN_RAD) % FULL_TURN_RAD

/** True for a compass angle: from 0 to a full turn. */
const isCompassAngle = (rad: number) => rad >= 0 && rad <= FULL_TURN_RAD + ROUNDING_RAD

/** True for a variation or a deviation: less than half a turn to either side. */
export const isTurn = (rad: number) => Math.abs(rad) <= FULL_TURN_RAD / 2

/**
 * A compass angle turned by another, such as a magnetic heading by the variation. An invalid angle stays
 * unchanged, so that the derived value is rejected as well. Wrapped to a circle it would look valid.
 */
export const turned = (rad: number, byRad: number) => (isCompassAngle(rad) ? circle(rad + byRad) : Number.NaN)
