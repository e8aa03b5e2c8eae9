/** Address of a picture; every upload has a key of its own, so that no browser shows an old picture. */
export const pictureUrl = (fileKey: string | null) => (fileKey === null ? null : `/api/pictures/${fileKey}`)
