/** Apart from the endpoints, since every map reads it. */

/** From this zoom on, harbour detail shows more than the built-in world. */
export const LEAST_AREA_ZOOM = 9
/** The deepest that Protomaps cuts; deeper the map enlarges it. */
export const DEEPEST_AREA_ZOOM = 15
