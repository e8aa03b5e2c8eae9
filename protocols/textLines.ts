/** Bytes of a message as text. Protocols of ASCII lines are read as Latin-1, which no bytes can break. */
export const latin1 = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')

const LF = 10
const CR = 13
const SPACE = 32

/** The non-empty lines of a text, without the white space and NULs around them; a line ends with LF, CR or both. */
export function* textLines(text: string): Generator<string> {
  let start = 0
  for (let i = 0; i <= text.length; i++) {
    const code = text.charCodeAt(i)
    if (i < text.length && code !== LF && code !== CR) continue
    while (start < i && text.charCodeAt(start) <= SPACE) start++
    let end = i
    while (end > start && text.charCodeAt(end - 1) <= SPACE) end--
    if (start < end) yield text.slice(start, end)
    start = i + 1
  }
}
