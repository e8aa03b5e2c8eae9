/** Opens the mail program with a message to be written. */
export const mailTo = (address: string, subject: string) =>
  `mailto:${address}?subject=${encodeURIComponent(subject)}`
