/**
 * Header that offers a file under its name with all its letters (RFC 6266). Clients that read only the old form get the
 * name in plain letters.
 */
export function asAttachment(fileName: string): string {
  const plain = fileName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.-]+/g, '-')
  // Four signs that may stand in an address but not in a header's value (RFC 8187).
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
