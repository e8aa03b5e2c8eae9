/** Opens the mail program with a new message. */
export const mailTo = (address: string, subject: string) =>
  `mailto:${address}?subject=${encodeURIComponent(subject)}`
