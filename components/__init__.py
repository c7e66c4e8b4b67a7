"""KFP components, one for each stage. All behaviour is in `hat`."""
