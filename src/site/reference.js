// Starts the API reference (Scalar) on the page /docs. Everything it shows and asks for comes from this server.
Scalar.createApiReference('#reference', {
  url: 'v1/openapi.json',
  // The page may be open under another name of this machine than the document has: localhost for 127.0.0.1.
  servers: [{ url: new URL('v1', location.href).href, description: 'This installation' }],
  authentication: { preferredSecurityScheme: 'bearer' },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
});
