/** Apart from the endpoints, since every map reads it. */

/** From here on harbour detail tells more than the world that is built in. */
export const LEAST_AREA_ZOOM = 9
/** The deepest that Protomaps cuts; deeper the map enlarges it. */
export const DEEPEST_AREA_ZOOM = 15
