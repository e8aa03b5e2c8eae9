import {
  Color,
  DoubleSide,
  Group,
  Mesh,
  PlaneGeometry,
  ShaderMaterial,
  UniformsLib,
  UniformsUtils,
  Vector2,
} from 'three'
import { HOUR_S } from '#contract/domain/time.ts'
import { KNOT_MPS } from '#contract/domain/units.ts'
import type { Scheme } from '../ui/tokens.ts'

export interface ReplaySea {
  object: Group
  /** Moves the water below the boat at her speed; the wake grows with the speed. */
  move(timeMs: number, sogKn: number): void
  paint(scheme: Scheme): void
  close(): void
}

/** Four waves that never align: direction, length and height relative to the boat's length. */
const WAVES = `
  const vec4 WAVES[4] = vec4[4](
    vec4(0.9, 0.43, 1.9, 0.012), vec4(-0.35, 0.94, 1.1, 0.007),
    vec4(0.6, -0.8, 0.55, 0.0035), vec4(-0.97, -0.24, 0.31, 0.0018)
  );
  float heightAt(vec2 at, float time) {
    float height = 0.0;
    for (int i = 0; i < 4; i++) {
      float k = 6.2832 / (WAVES[i].z * boatLength);
      height += WAVES[i].w * boatLength * sin(dot(WAVES[i].xy, at) * k + time * sqrt(9.81 * k));
    }
    return height;
  }`

const WATER_VERTEX = `
  #include <fog_pars_vertex>
  uniform float time; uniform vec2 passed; uniform float boatLength;
  varying vec3 place; varying vec2 water;
  ${WAVES}
  void main() {
    water = position.xz + passed;
    vec3 lifted = vec3(position.x, heightAt(water, time), position.z);
    place = lifted;
    vec4 mvPosition = modelViewMatrix * vec4(lifted, 1.0);
    gl_Position = projectionMatrix * mvPosition;
    #include <fog_vertex>
  }`

const WATER_FRAGMENT = `
  #include <fog_pars_fragment>
  uniform float time; uniform float boatLength; uniform float beam; uniform float speed;
  uniform vec3 deep; uniform vec3 crest; uniform vec3 foam;
  varying vec3 place; varying vec2 water;
  ${WAVES}
  float grain(vec2 at) { return fract(sin(dot(floor(at), vec2(127.1, 311.7))) * 43758.5453); }
  float noise(vec2 at) {
    vec2 f = fract(at); vec2 u = f * f * (3.0 - 2.0 * f);
    return mix(mix(grain(at), grain(at + vec2(1.0, 0.0)), u.x), mix(grain(at + vec2(0.0, 1.0)), grain(at + vec2(1.0)), u.x), u.y);
  }
  void main() {
    float e = boatLength * 0.02;
    float here = heightAt(water, time);
    vec3 normal = normalize(vec3(here - heightAt(water + vec2(e, 0.0), time), e, here - heightAt(water + vec2(0.0, e), time)));
    vec3 toEye = normalize(cameraPosition - place);
    float facing = pow(1.0 - max(dot(normal, toEye), 0.0), 3.0);
    float glint = pow(max(dot(reflect(-toEye, normal), normalize(vec3(-0.6, 1.0, 0.35))), 0.0), 60.0);
    vec3 colour = mix(deep, crest, clamp(0.25 + facing + here / (boatLength * 0.05), 0.0, 1.0)) + glint * 0.35;
    // Behind the stern a strip of foam that widens, and the two arms of the bow wave beside it.
    float behind = -(place.z + boatLength * 0.42);
    float reach = boatLength * (0.4 + speed * 0.22);
    float fade = clamp(1.0 - behind / max(reach, 0.01), 0.0, 1.0) * step(0.0, behind) * clamp(speed / 6.0, 0.0, 1.0);
    float halfWidth = beam * (0.45 + 0.09 * behind / beam);
    float strip = smoothstep(halfWidth, halfWidth * 0.55, abs(place.x));
    float abaft = boatLength * 0.36 - place.z;
    float arm = abs(abs(place.x) - beam * 0.3 - abaft * 0.34);
    float arms = smoothstep(beam * 0.16, 0.0, arm) * step(0.0, abaft) * clamp(1.0 - abaft / (reach * 1.5 + 0.01), 0.0, 1.0) * clamp((speed - 3.0) / 12.0, 0.0, 1.0);
    float bubbles = noise(water * 26.0 / boatLength) * 0.55 + noise(water * 61.0 / boatLength) * 0.45;
    float white = max(strip * fade, arms) * smoothstep(0.18, 0.75, bubbles + 0.25);
    gl_FragColor = vec4(mix(colour, foam, clamp(white, 0.0, 0.9)), 1.0);
    #include <colorspace_fragment>
    #include <fog_fragment>
  }`

const COLOURS: Readonly<Record<Scheme, { deep: string; crest: string; foam: string }>> = {
  dark: { deep: '#06202f', crest: '#1d5568', foam: '#c9e4ee' },
  light: { deep: '#2c7390', crest: '#9cc9da', foam: '#ffffff' },
  night: { deep: '#0c0202', crest: '#3d110c', foam: '#b84a38' },
}

/** Piece of sea around the boat that moves below her. The water shows speed, and is not a measured sea. */
export function createSea(boatLengthM: number, beamM = boatLengthM * 0.3): ReplaySea {
  const own = {
    time: { value: 0 },
    passed: { value: new Vector2() },
    boatLength: { value: boatLengthM },
    beam: { value: beamM },
    speed: { value: 0 },
    deep: { value: new Color() },
    crest: { value: new Color() },
    foam: { value: new Color() },
  }
  const geometry = new PlaneGeometry(boatLengthM * 60, boatLengthM * 60, 220, 220).rotateX(-Math.PI / 2)
  const material = new ShaderMaterial({
    uniforms: { ...UniformsUtils.clone(UniformsLib.fog), ...own },
    vertexShader: WATER_VERTEX,
    fragmentShader: WATER_FRAGMENT,
    side: DoubleSide,
    fog: true,
  })
  const object = new Group()
  object.add(new Mesh(geometry, material))
  let lastMs: number | null = null
  let passedM = 0
  return {
    object,
    move(timeMs, sogKn) {
      // Limits the movement when the user drags the slider far.
      const elapsedS = lastMs === null ? 0 : Math.max(-1, Math.min(1, (timeMs - lastMs) / 1000))
      lastMs = timeMs
      passedM = (passedM + elapsedS * sogKn * KNOT_MPS) % 100_000
      own.passed.value.set(0, passedM)
      // Shaders use single precision, which resolves milliseconds only within an hour.
      own.time.value = (timeMs / 1000) % HOUR_S
      own.speed.value = sogKn
    },
    paint(scheme) {
      const { deep, crest, foam } = COLOURS[scheme]
      own.deep.value.set(deep)
      own.crest.value.set(crest)
      own.foam.value.set(foam)
    },
    close() {
      geometry.dispose()
      material.dispose()
    },
  }
}
