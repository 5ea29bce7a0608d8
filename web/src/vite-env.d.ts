interface ImportMetaEnv {
  /** Origin of the API where it is not the one that serves the page. */
  readonly API_URL?: string;
}
