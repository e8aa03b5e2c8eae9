/** Sound of an alarm: two tones, as on a bridge, made by the browser. */
const TONES = [
  { hz: 880, atS: 0 },
  { hz: 660, atS: 0.35 },
  { hz: 880, atS: 0.7 },
] as const
const TONE_S = 0.3
const LOUDNESS = 0.35

/** Plays the alarm once. The nodes end by themselves, and the browser then drops them. */
export function playAlarm(context: AudioContext): void {
  for (const { hz, atS } of TONES) {
    const beginS = context.currentTime + atS
    const tone = context.createOscillator()
    const volume = context.createGain()
    tone.frequency.value = hz
    // Ramps at both ends, because a hard edge clicks.
    volume.gain.setValueAtTime(0, beginS)
    volume.gain.linearRampToValueAtTime(LOUDNESS, beginS + 0.02)
    volume.gain.setValueAtTime(LOUDNESS, beginS + TONE_S - 0.05)
    volume.gain.linearRampToValueAtTime(0, beginS + TONE_S)
    tone.connect(volume).connect(context.destination)
    tone.start(beginS)
    tone.stop(beginS + TONE_S)
  }
}
